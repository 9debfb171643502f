-- What the back office writes: answers to messages, pages, options, the newsletter, batches of vouchers. Who did it is an
-- operator's id, or the account that used the command line.

-- A conversation with one address. Its messages are in `contact_messages`; what is sent carries the reference.
create table contact_threads (
  id text primary key,
  email text not null, subject text not null,
  reference text not null constraint contact_threads_reference_once unique,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  moves integer not null default 1,          -- counts messages, answers and changes of the state
  moved_by text,                             -- null: the writer
  moved_at timestamptz not null default app_now(), created_at timestamptz not null default app_now()
);
create index contact_threads_in_state on contact_threads (state, moved_at, id);
create index contact_threads_moved on contact_threads (moved_at);
create index contact_threads_of_address on contact_threads (lower(email collate "C"), moved_at);

-- Those of before were answered from a mailbox.
insert into contact_threads (id, email, subject, reference, state, moved_at, created_at)
select id, email, subject, substr(md5(gen_random_uuid()::text), 1, 16), 'closed', created_at, created_at from contact_messages;
alter table contact_messages
  add column thread_id text references contact_threads on delete cascade,
  add column signed_in boolean not null default false;   -- the writer's session was that of the address's member
update contact_messages set thread_id = id;
alter table contact_messages alter column thread_id set not null;
create index contact_messages_of_thread on contact_messages (thread_id, created_at, id);

create table contact_answers (
  id text primary key, thread_id text not null references contact_threads on delete cascade,
  email text not null, operator text not null, words text not null check (char_length(words) between 1 and 5000),
  created_at timestamptz not null default app_now()
);
create index contact_answers_of_thread on contact_answers (thread_id, created_at, id);
create index contact_answers_of_address on contact_answers (lower(email collate "C"));

-- Answers that are given again and again.
create table contact_prepared (
  id text primary key, title text not null check (char_length(title) between 1 and 100),
  words text not null check (char_length(words) between 1 and 5000)
);

-- The texts of a page from its first edit on; the newest is that of `pages`.
alter table pages add column version integer not null default 1;
create table page_versions (
  path text not null references pages, version integer not null,
  title text not null, body text not null,
  editor text,                               -- null: a release
  saved_at timestamptz not null default app_now(),
  primary key (path, version)
);
call keep_rows('page_versions', 'update or delete');

create table option_changes (
  id bigint generated always as identity primary key,
  name text not null references site_options, before text not null, value text not null,
  editor text not null, changed_at timestamptz not null default app_now()
);
create index option_changes_of_name on option_changes (name, id);
call keep_rows('option_changes', 'update or delete');

-- `readers`: to how many it goes so far. What is stopped is sent no further until it goes on.
alter table newsletter_issues
  add column sender text not null default '', add column readers integer not null default 0,
  add column stopped_at timestamptz;
update newsletter_issues i set readers = (select count(*) from newsletter_deliveries d where d.issue_id = i.id);
create index newsletter_issues_newest on newsletter_issues (created_at, id);
create index newsletter_deliveries_open on newsletter_deliveries (issue_id, subscriber_id) where sent_at is null;
create index newsletter_subscribers_confirmed on newsletter_subscribers (id) where state = 'confirmed';

-- Vouchers that were made at once. Their codes are made of the key and the shop's keys; the key is not stored.
create table voucher_batches (
  id text primary key, key_hash bytea not null constraint voucher_batches_key_once unique,
  value_minor bigint not null, currency text not null, count integer not null check (count > 0),
  issuer text not null, created_at timestamptz not null default app_now()
);
create index voucher_batches_newest on voucher_batches (created_at, id);
call keep_rows('voucher_batches', 'update or delete');
alter table vouchers add column batch_id text references voucher_batches;   -- null: before there were batches
create index vouchers_redeemed_of_batch on vouchers (batch_id) where redeemed_at is not null;
create trigger vouchers_of_one_batch before update on vouchers for each row when (new.batch_id is distinct from old.batch_id)
  execute function refuse('a voucher stays in its batch');
