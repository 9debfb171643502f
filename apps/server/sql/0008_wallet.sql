-- Vouchers, permits for wallet actions, and money that members send each other.

-- Gift card codes for the wallet. Codes and PINs are stored as keyed fingerprints only.
create table vouchers (
  id text primary key, code_fingerprint bytea not null constraint vouchers_code_once unique,
  pin_fingerprint bytea not null, value_minor bigint not null check (value_minor > 0),
  currency text not null check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  wrong_pins integer not null default 0, locked_until timestamptz, redeemed_by text references members,
  redeemed_at timestamptz, created_at timestamptz not null default app_now(),
  constraint vouchers_redeemed_whole check ((redeemed_by is null) = (redeemed_at is null))
);
create index vouchers_redeemed_by on vouchers (redeemed_by) where redeemed_by is not null;

-- A voucher is worth what it was made for, is redeemed once and never forgotten.
create trigger vouchers_once before update on vouchers for each row when (
  (new.id, new.code_fingerprint, new.pin_fingerprint, new.value_minor, new.currency, new.created_at)
    is distinct from
    (old.id, old.code_fingerprint, old.pin_fingerprint, old.value_minor, old.currency, old.created_at)
  or old.redeemed_at is not null
    and (new.redeemed_by, new.redeemed_at) is distinct from (old.redeemed_by, old.redeemed_at)
) execute function refuse('a voucher is redeemed once and never changed');
call keep_rows('vouchers');

-- Single-use pairs for wallet actions, bound to member and session. A spent one keeps its outcome, so that a repeated
-- request is answered and not done again.
create table wallet_permits (
  token_hash bytea primary key,
  secret_hash bytea not null,
  member_id text not null references members,
  session_id text not null,
  purpose text not null check (purpose in ('add', 'redeem', 'send')),
  about text,                    -- the one thing it was made for, if any
  expires_at timestamptz not null, used_at timestamptz,
  outcome jsonb,
  constraint wallet_permits_used_in_life check (used_at <= expires_at),
  constraint wallet_permits_spent_whole check ((used_at is null) = (outcome is null))
);
create index wallet_permits_member on wallet_permits (member_id);
create index wallet_permits_unspent on wallet_permits (member_id, purpose, expires_at desc) where used_at is null;
create trigger wallet_permits_once before update on wallet_permits for each row when (
  (new.token_hash, new.secret_hash, new.member_id, new.session_id, new.purpose, new.expires_at)
    is distinct from (old.token_hash, old.secret_hash, old.member_id, old.session_id, old.purpose, old.expires_at)
  or old.used_at is not null
) execute function refuse('a permit is spent once and never changed');

-- Money a member sends another; the journal `send:<id>` moves it. Never changed, but its note can be erased.
create table transfers (
  member_id text not null references members, id text not null constraint transfers_id_once unique,
  receiver_id text not null references members,
  currency text not null check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  amount_minor bigint not null check (amount_minor > 0), note text not null default '' check (length(note) <= 140),
  created_at timestamptz not null default app_now(),
  primary key (member_id, id),
  constraint transfers_to_another check (receiver_id <> member_id)
);
create index transfers_newest on transfers (member_id, created_at);   -- a day's limit
create index transfers_to on transfers (receiver_id, created_at);
create trigger transfers_once before update on transfers for each row when (
  new.note <> ''
  or (new.member_id, new.id, new.receiver_id, new.currency, new.amount_minor, new.created_at)
     is distinct from (old.member_id, old.id, old.receiver_id, old.currency, old.amount_minor, old.created_at)
) execute function refuse('a transfer was made and never changes');
call keep_rows('transfers');
