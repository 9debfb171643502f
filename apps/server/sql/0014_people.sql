-- Pictures of members, their papers, copies of their data, and browsers that want notifications.

-- A row is written when an upload address is signed; the picture lies encrypted in the storage, under the same path.
-- Whoever uses one writes down for what, in the transaction that needs it.
create table uploads (
  path text primary key,
  member_id text not null references members,
  kind text not null check (kind in ('profilepictures', 'kycDocs', 'sellimages')),
  put_until timestamptz not null, put_at timestamptz,
  fingerprint bytea,            -- keyed, of a drawn picture of a card: one put twice is known again
  used_by text,                 -- such as an order's id: one picture is used by one thing
  used_at timestamptz,
  idle_since timestamptz not null default app_now(),   -- since when nobody has wanted it
  gone_at timestamptz,          -- it counts as deleted; the file follows
  removed_at timestamptz,       -- when the file was deleted
  constraint uploads_used_at_a_time check ((used_by is null) = (used_at is null)),
  constraint uploads_used_when_put check (used_by is null or put_at is not null),
  constraint uploads_gone_unused check (gone_at is null or used_by is null),
  constraint uploads_removed_when_gone check (removed_at is null or gone_at is not null)
);
create index uploads_member on uploads (member_id) where used_by is null and gone_at is null;
create index uploads_of_member on uploads (member_id, path);
create index uploads_used on uploads (used_by) where used_by is not null;
create index uploads_idle on uploads (idle_since) where used_by is null and gone_at is null;
create index uploads_to_remove on uploads (gone_at) where gone_at is not null and removed_at is null;
create index uploads_removed on uploads (removed_at) where removed_at is not null;
create index uploads_fingerprint on uploads (fingerprint) where fingerprint is not null;
create trigger uploads_once before update on uploads for each row when (
  (new.path, new.member_id, new.kind, new.put_until)
    is distinct from (old.path, old.member_id, old.kind, old.put_until)
  or (old.put_at is not null and (new.put_at, new.fingerprint) is distinct from (old.put_at, old.fingerprint))
  or (old.used_by is not null and new.used_by is not null and new.used_by <> old.used_by)
  or (old.gone_at is not null and new.gone_at is distinct from old.gone_at)
) execute function refuse('a picture is put once and used by one thing');

-- Every look of an operator at a private picture, written before it is shown.
create table upload_reads (
  id bigint generated always as identity primary key, path text not null, member_id text not null,
  operator text not null check (operator <> ''), reason text not null check (reason <> ''),
  read_at timestamptz not null default app_now()
);
create index upload_reads_path on upload_reads (path);
create index upload_reads_member on upload_reads (member_id, id);
call keep_rows('upload_reads', 'update or delete');

-- What members submit to show who they are, encrypted for its row. Of what was refused, or whose time is over, the data
-- goes and the step stays.
create table kyc_submissions (
  id text primary key,
  member_id text not null references members,
  sealed bytea,
  content_hash bytea not null,     -- keyed: tells a repetition from another submission
  -- Keyed fingerprints by which the same papers are known at another account: of names and date of birth, then of the
  -- drawn front, back, address and selfie.
  prints bytea[] not null default '{}',
  doc_front text not null, doc_back text not null, doc_address text not null, doc_selfie text not null,
  created_at timestamptz not null default app_now(),
  verdict text check (verdict in ('v', 'r')),
  decided_at timestamptz, erased_at timestamptz,
  constraint kyc_submissions_decided check ((verdict is null) = (decided_at is null)),
  constraint kyc_submissions_data check ((sealed is null) = (verdict is not distinct from 'r' or erased_at is not null))
);
create unique index kyc_submissions_one_waits on kyc_submissions (member_id) where verdict is null;
create index kyc_submissions_member on kyc_submissions (member_id, created_at);
create index kyc_submissions_waiting on kyc_submissions (created_at) where verdict is null;
create index kyc_submissions_prints on kyc_submissions using gin (prints);

-- A submission is decided once; only a refusal can follow.
create trigger kyc_submissions_once before update on kyc_submissions for each row when (
  (new.id, new.member_id, new.content_hash, new.doc_front, new.doc_back, new.doc_address,
    new.doc_selfie, new.created_at)
   is distinct from (old.id, old.member_id, old.content_hash, old.doc_front, old.doc_back,
    old.doc_address, old.doc_selfie, old.created_at)
  or (new.sealed is not null and old.sealed is null)
  or (old.verdict is not null and new.verdict is null)
  or (old.verdict = 'r' and new.verdict <> 'r')
) execute function refuse('a submission is decided once');
call keep_rows('kyc_submissions');

-- Every step of a submission, and every look at its data, written with it.
create table kyc_steps (
  id bigint generated always as identity primary key,
  submission_id text not null references kyc_submissions,
  member_id text not null references members,
  step text not null check (step in ('submitted', 'shown', 'verified', 'rejected', 'renamed')),
  actor text not null check (actor <> ''),     -- the member's id, or who used the command line
  reason text not null default '', created_at timestamptz not null default app_now(),
  constraint kyc_steps_rejected_with_reason check (step <> 'rejected' or reason <> '')
);
create index kyc_steps_member on kyc_steps (member_id, id);
call keep_rows('kyc_steps', 'update or delete');

-- Copies of all data of a member: a ZIP in encrypted parts, fetched once by an address that works once, and deleted after
-- that or after some days.
create table data_exports (
  id text primary key,
  member_id text not null references members,
  state text not null default 'asked' check (state in ('asked', 'ready', 'failed', 'gone')),
  attempt integer not null default 0,       -- each writes files of its own
  parts integer not null default 0,         -- files that may be there of the attempt
  bytes bigint not null default 0,
  asked_at timestamptz not null default app_now(), ready_at timestamptz,
  ends_at timestamptz,                      -- it can be fetched until then
  link_hash bytea constraint data_exports_link_once unique,
  link_until timestamptz,
  link_session text,                        -- the address works as long as this session lives
  removed_at timestamptz,                   -- when its files were deleted
  constraint data_exports_ready_with_end check (state <> 'ready' or (ready_at is not null and ends_at is not null)),
  constraint data_exports_link_of_ready check (link_hash is null or state = 'ready'),
  constraint data_exports_removed_when_over check (removed_at is null or state in ('failed', 'gone'))
);
create unique index data_exports_one_open on data_exports (member_id) where state = 'asked';
create unique index data_exports_one_ready on data_exports (member_id) where state = 'ready';
create index data_exports_member on data_exports (member_id, asked_at);
create index data_exports_ending on data_exports (ends_at) where state = 'ready';
create index data_exports_stuck on data_exports (asked_at) where state = 'asked';
create index data_exports_to_remove on data_exports (asked_at) where state in ('failed', 'gone') and removed_at is null;
create index data_exports_over on data_exports (removed_at) where removed_at is not null;

-- Browsers that want notifications. Only the shop's key can push to an address; whoever knows the id can link it, so it is
-- as long as a token. It hears of a member's orders while its session lives, and of nobody's after that.
create table push_subscriptions (
  id text primary key, endpoint text not null constraint push_subscriptions_endpoint_once unique,
  p256dh text not null, auth text not null, session_id text references sessions (id) on delete set null,
  touched_at timestamptz not null default app_now(),
  constraint push_subscriptions_short check (length(endpoint) <= 1000)
);
create index push_subscriptions_session on push_subscriptions (session_id);
create index push_subscriptions_nobodys on push_subscriptions (touched_at) where session_id is null;

-- A notice of an order goes to a browser once.
create table push_deliveries (
  subscription_id text not null references push_subscriptions on delete cascade,
  order_id text not null,
  notice text not null check (notice in ('delivered', 'refunded', 'received', 'sent', 'signed_in', 'unlocking')),
  member_id text not null references members,
  order_number text not null,      -- the order as its member knows it
  tries smallint not null default 0, created_at timestamptz not null default app_now(),
  ended_at timestamptz,            -- pushed, or given up
  primary key (subscription_id, order_id, notice)
);
create index push_deliveries_created on push_deliveries (created_at);
create index push_deliveries_member on push_deliveries (member_id);

-- Where nothing begins for a closed account.
do $$
declare t text;
begin
  foreach t in array array['sessions', 'identities', 'email_changes', 'orders', 'top_ups', 'sell_orders', 'uploads',
      'kyc_submissions', 'data_exports'] loop
    execute format('create trigger %1$s_of_open after insert on %1$s referencing new table as added
      for each statement execute function members_must_be_open()', t);
  end loop;
end $$;
