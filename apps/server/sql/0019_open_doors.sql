-- What anybody may ask for has bounds that are cheap to keep.

-- Jobs that strangers can cause go last, and one at a time per queue.
alter table outbox
  add column priority smallint not null default 0,
  add column queue text;

-- Events nobody has verified yet are few; counting them reads nothing else.
create index provider_events_new on provider_events (received_at) where state = 'new';

-- A member's unspent permits, newest first: few are kept.
create index wallet_permits_unspent on wallet_permits (member_id, purpose, expires_at desc)
  where used_at is null;
