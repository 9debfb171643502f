-- Gift card codes for the wallet. Codes and PINs are stored as keyed fingerprints only.
create table vouchers (
  id text primary key,
  code_fingerprint bytea not null constraint vouchers_code_once unique,
  pin_fingerprint bytea not null,
  value_minor bigint not null check (value_minor > 0),
  currency text not null,
  wrong_pins integer not null default 0,
  locked_until timestamptz,
  redeemed_by text references members,
  redeemed_at timestamptz,
  created_at timestamptz not null default app_now(),
  constraint vouchers_redeemed_whole check ((redeemed_by is null) = (redeemed_at is null))
);

-- Single-use pairs for wallet actions (decision 69), bound to member and session.
create table wallet_permits (
  token_hash bytea primary key,
  secret_hash bytea not null,
  member_id text not null references members,
  session_id text not null,
  purpose text not null check (purpose in ('add', 'redeem', 'send')),
  expires_at timestamptz not null,
  used_at timestamptz,
  outcome jsonb
);
create index wallet_permits_member on wallet_permits (member_id);

-- Today's rates, units of the currency per US dollar, as the feed gave them.
create table exchange_rates (
  as_of date not null,
  currency text not null,
  per_usd numeric not null check (per_usd > 0),
  fetched_at timestamptz not null default app_now(),
  primary key (as_of, currency)
);
