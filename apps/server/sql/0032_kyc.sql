-- What members submit to show who they are. The data is encrypted with the shop's keys, bound to its row;
-- the pictures are in the storage, encrypted too. Of what was refused the data goes, the step stays.
create table kyc_submissions (
  id text primary key,
  member_id text not null references members,
  sealed bytea,
  content_hash bytea not null,     -- keyed: tells a repetition from another submission, and nothing else
  doc_front text not null,
  doc_back text not null,
  doc_address text not null,
  doc_selfie text not null,
  created_at timestamptz not null default app_now(),
  verdict text check (verdict in ('v', 'r')),
  decided_at timestamptz,
  constraint kyc_submissions_decided check ((verdict is null) = (decided_at is null)),
  constraint kyc_submissions_data check ((sealed is null) = (verdict is not distinct from 'r'))
);
-- One waits per member, whatever is sent at the same time.
create unique index kyc_submissions_one_waits on kyc_submissions (member_id) where verdict is null;
create index kyc_submissions_member on kyc_submissions (member_id, created_at);
create index kyc_submissions_waiting on kyc_submissions (created_at) where verdict is null;

-- What was submitted is decided once, and a decision can only be followed by a refusal.
create function kyc_submissions_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.member_id, new.content_hash, new.doc_front, new.doc_back, new.doc_address,
      new.doc_selfie, new.created_at)
     is distinct from (old.id, old.member_id, old.content_hash, old.doc_front, old.doc_back,
      old.doc_address, old.doc_selfie, old.created_at)
    or (new.sealed is not null and old.sealed is null)
    or (old.verdict is not null and new.verdict is null)
    or (old.verdict = 'r' and new.verdict <> 'r')
  then
    raise exception 'submission % is decided once', old.id
      using errcode = 'integrity_constraint_violation', constraint = 'kyc_submissions_kept';
  end if;
  return new;
end $$;
create trigger kyc_submissions_kept before update on kyc_submissions
  for each row execute function kyc_submissions_guard();
create trigger kyc_submissions_not_deleted before delete on kyc_submissions
  for each row execute function history_refuse_loss();
create trigger kyc_submissions_no_truncate before truncate on kyc_submissions
  for each statement execute function history_refuse_loss();

-- Every step, and every look at somebody's data, written with it. Never changed, never forgotten.
create table kyc_steps (
  id bigint generated always as identity primary key,
  submission_id text not null references kyc_submissions,
  member_id text not null references members,
  step text not null check (step in ('submitted', 'shown', 'verified', 'rejected')),
  actor text not null check (actor <> ''),     -- the member's id, or who used the command line
  reason text not null default '',
  created_at timestamptz not null default app_now(),
  constraint kyc_steps_rejected_with_reason check (step <> 'rejected' or reason <> '')
);
create index kyc_steps_member on kyc_steps (member_id, id);
create trigger kyc_steps_kept before update or delete on kyc_steps
  for each row execute function history_refuse_loss();
create trigger kyc_steps_no_truncate before truncate on kyc_steps
  for each statement execute function history_refuse_loss();

-- A status moves along its edges only: p and r may submit, what waits is decided, a verified member can
-- be refused later.
create function members_kyc_guard() returns trigger language plpgsql as $$
begin
  if (old.kyc_status, new.kyc_status) not in (('p', 's'), ('r', 's'), ('s', 'v'), ('s', 'r'), ('v', 'r'))
  then
    raise exception 'the KYC status of % can not go from % to %', old.id, old.kyc_status, new.kyc_status
      using errcode = 'integrity_constraint_violation', constraint = 'members_kyc_edges';
  end if;
  return new;
end $$;
create trigger members_kyc_edges before update of kyc_status on members
  for each row when (old.kyc_status is distinct from new.kyc_status)
  execute function members_kyc_guard();
