-- Identity papers are judged one by one: what was accepted is kept for some time, and only the rest is sent again.

alter table kyc_submissions drop constraint kyc_submissions_data;
alter table kyc_submissions
  add column continues text references kyc_submissions,   -- the declined one whose accepted papers came along
  add column kept_until timestamptz,                      -- of a declined one: its accepted papers wait for the rest
  add constraint kyc_submissions_kept check (kept_until is null or (verdict is not distinct from 'r' and erased_at is null)),
  add constraint kyc_submissions_data check (
    (sealed is null) = ((verdict is not distinct from 'r' and kept_until is null) or erased_at is not null));
create index kyc_submissions_kept on kyc_submissions (kept_until) where kept_until is not null;

drop trigger kyc_submissions_once on kyc_submissions;
create trigger kyc_submissions_once before update on kyc_submissions for each row when (
  new.id is distinct from old.id
  or new.member_id is distinct from old.member_id
  or new.content_hash is distinct from old.content_hash
  or new.doc_front is distinct from old.doc_front
  or new.doc_back is distinct from old.doc_back
  or new.doc_address is distinct from old.doc_address
  or new.doc_selfie is distinct from old.doc_selfie
  or new.created_at is distinct from old.created_at
  or new.continues is distinct from old.continues
  or (new.sealed is not null and old.sealed is null)
  or (old.verdict is not null and new.verdict is null)
  or (old.verdict = 'r' and new.verdict <> 'r')
) execute function refuse('a submission is decided once');

-- What was said of each paper in a step that decided: accepted, or declined for a reason.
create table kyc_verdicts (
  step_id bigint not null references kyc_steps,
  member_id text not null references members,
  paper text not null check (paper in ('data', 'front', 'back', 'address', 'selfie')),
  reason text not null,   -- empty: accepted
  primary key (step_id, paper)
);
create index kyc_verdicts_member on kyc_verdicts (member_id, step_id);
call keep_rows('kyc_verdicts', 'update or delete');
create index kyc_steps_submission on kyc_steps (submission_id, id);
