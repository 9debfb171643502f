-- Gift card codes in stock, and who looked at those that were sold.

create table code_batches (
  id text primary key, source text not null,
  loaded bigint not null check (loaded >= 0), created_at timestamptz not null default app_now()
);

-- Bearer codes, encrypted for their card and row; a keyed fingerprint finds duplicates. A code belongs to at most one
-- order line, and once sold to that one for ever.
create table codes (
  id bigint generated always as identity primary key,
  card_id text not null references cards,
  batch_id text not null references code_batches,
  serial text not null,
  content bytea not null,
  fingerprint bytea not null constraint codes_once unique,
  state text not null default 'free' check (state in ('free', 'reserved', 'sold', 'void')),
  member_id text, line_id text,
  viewed_at timestamptz,
  -- A code is good through a calendar day, wherever its owner lives: until that day is over in UTC-12.
  valid_until date,
  expires_at timestamptz generated always as ((valid_until + interval '36 hours') at time zone 'UTC') stored,
  constraint codes_line_when_taken check (
    (state = 'free' and line_id is null and member_id is null) or
    (state in ('reserved', 'sold') and line_id is not null and member_id is not null) or
    state = 'void'),
  constraint codes_viewed_when_sold check (viewed_at is null or state = 'sold')
) with (fillfactor = 80);
create index codes_free on codes (card_id, id) where state = 'free';
create index codes_line on codes (line_id, id) where line_id is not null;
create index codes_expiring on codes (card_id, expires_at) where state = 'free' and expires_at is not null;
create index codes_expired on codes (expires_at) where state = 'free' and expires_at is not null;
create trigger codes_edges before update on codes for each row when (
  old.state <> new.state and (old.state, new.state) not in (
    ('free', 'reserved'), ('free', 'sold'), ('free', 'void'), ('reserved', 'free'), ('reserved', 'sold'),
    ('reserved', 'void'), ('sold', 'void'))
  or (new.card_id, new.batch_id, new.serial, new.fingerprint)
     is distinct from (old.card_id, old.batch_id, old.serial, old.fingerprint)
  or (old.state in ('sold', 'void') and (new.line_id, new.member_id) is distinct from (old.line_id, old.member_id))
  or (old.state = 'reserved' and new.state in ('reserved', 'sold') and new.line_id <> old.line_id)
  or (old.viewed_at is not null and new.viewed_at is distinct from old.viewed_at)
) execute function refuse('a code moves along its edges and does not change hands');
call keep_rows('codes');

-- Reveals of codes, which the owner can read. Those without a fresh proof of the session are limited.
create table code_reveals (
  id bigint generated always as identity primary key, member_id text not null, order_id text not null,
  code_id bigint not null, kind text not null check (kind in ('view', 'download')),
  address text not null, session_id text,
  proven boolean not null default false, created_at timestamptz not null default app_now()
);
create index code_reveals_order on code_reveals (member_id, order_id, id desc);
create index code_reveals_unproven on code_reveals (member_id, created_at) where kind = 'view' and not proven;
