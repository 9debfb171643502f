-- Keyed fingerprints of a submission, so that the same papers are known again at another account: of the person
-- (names and date of birth), then of the front, back, address and selfie as they were drawn.
alter table kyc_submissions add column prints bytea[] not null default '{}';
create index kyc_submissions_prints on kyc_submissions using gin (prints);

-- Another name is not verified.
alter table kyc_steps drop constraint kyc_steps_step_check,
  add constraint kyc_steps_step_check check (step in ('submitted', 'shown', 'verified', 'rejected', 'renamed'));
create or replace function members_kyc_guard() returns trigger language plpgsql as $$
begin
  if (old.kyc_status, new.kyc_status) not in (('p', 's'), ('r', 's'), ('s', 'v'), ('s', 'r'), ('v', 'r'),
    ('s', 'p'), ('v', 'p'))
  then
    raise exception 'the KYC status of % can not go from % to %', old.id, old.kyc_status, new.kyc_status
      using errcode = 'integrity_constraint_violation', constraint = 'members_kyc_edges';
  end if;
  return new;
end $$;
