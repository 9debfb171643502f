-- A password given by signing in proves a session as one given again does, where there is no factor.
create or replace function is_proven(s sessions) returns boolean language sql stable as $$
  select s.proven_at > app_now() - interval '5 minutes' and case
    when has_factor(s.member_id) then s.proven_by in ('code', 'passkey')
    when (select password_hash is null from members where id = s.member_id) then true
    else s.proven_by <> 'sign_in' or s.opened_by = 'password' end
$$;
