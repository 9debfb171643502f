-- Copies of all data of a member, as a ZIP in encrypted parts. Made by a job, fetched once by an address that
-- works once, and deleted after that or after some days.
create table data_exports (
  id text primary key,
  member_id text not null references members,
  state text not null default 'asked' check (state in ('asked', 'ready', 'failed', 'gone')),
  attempt integer not null default 0,       -- each writes files of its own
  parts integer not null default 0,         -- files that may be there of the attempt
  bytes bigint not null default 0,
  asked_at timestamptz not null default app_now(),
  ready_at timestamptz,
  ends_at timestamptz,                      -- it can be fetched until then
  link_hash bytea constraint data_exports_link_once unique,
  link_until timestamptz,
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

create trigger data_exports_of_open after insert on data_exports
  referencing new table as added for each statement execute function members_must_be_open();

insert into site_options (name, value, kind, public) values
  ('exports_per_day', '3', 'whole', false);
