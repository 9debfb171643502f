-- A password given by signing in proves a session as one given again does, where there is no factor.
create function last_proof(s sessions) returns timestamptz language sql stable as $$
  select case when case
    when has_factor(s.member_id) then s.proven_by in ('code', 'passkey')
    when (select password_hash is null from members where id = s.member_id) then true
    else s.proven_by <> 'sign_in' or s.opened_by = 'password' end
  then s.proven_at else '-infinity' end
$$;
create or replace function is_proven(s sessions) returns boolean language sql stable as $$
  select last_proof(s) > app_now() - interval '5 minutes'
$$;
