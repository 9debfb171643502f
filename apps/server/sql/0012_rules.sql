-- Ends the transaction unless something holds, and says which rule was broken as if it were a constraint.
-- So a rule can travel with the statements that depend on it, instead of being asked for before them.
create function must_hold(p_holds boolean, p_rule text) returns void language plpgsql as $$
begin
  if p_holds is not true then
    raise exception 'rule % is broken', p_rule
      using errcode = 'integrity_constraint_violation', constraint = p_rule;
  end if;
end $$;
