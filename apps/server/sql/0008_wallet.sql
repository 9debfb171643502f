-- Gift card codes for the wallet. Codes and PINs are stored as keyed fingerprints only.
create table vouchers (
  id text primary key,
  code_fingerprint bytea not null constraint vouchers_code_once unique,
  pin_fingerprint bytea not null,
  value_minor bigint not null check (value_minor > 0),
  currency text not null check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  wrong_pins integer not null default 0,
  locked_until timestamptz,
  redeemed_by text references members,
  redeemed_at timestamptz,
  created_at timestamptz not null default app_now(),
  constraint vouchers_redeemed_whole check ((redeemed_by is null) = (redeemed_at is null))
);

-- A voucher is worth what it was made for, is redeemed once and never forgotten.
create function vouchers_guard() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE'
    or (new.id, new.code_fingerprint, new.pin_fingerprint, new.value_minor, new.currency,
        new.created_at)
       is distinct from (old.id, old.code_fingerprint, old.pin_fingerprint, old.value_minor,
        old.currency, old.created_at)
    or (old.redeemed_at is not null and (new.redeemed_by, new.redeemed_at)
       is distinct from (old.redeemed_by, old.redeemed_at))
  then
    raise exception 'a voucher is redeemed once and never changed'
      using errcode = 'integrity_constraint_violation', constraint = 'vouchers_once';
  end if;
  return new;
end $$;
create trigger vouchers_once before update or delete on vouchers
  for each row execute function vouchers_guard();
create trigger vouchers_no_truncate before truncate on vouchers
  for each statement execute function vouchers_guard();

-- Keys of journals are unique per member only; a voucher is credited to one of all members.
create unique index ledger_journals_redeemed_once on ledger_journals (key) where kind = 'redeem';

-- Single-use pairs for wallet actions (decision 69), bound to member and session. A spent one keeps what
-- it was spent on, so that a repeated request is answered and not done again.
create table wallet_permits (
  token_hash bytea primary key,
  secret_hash bytea not null,
  member_id text not null references members,
  session_id text not null,
  purpose text not null check (purpose in ('add', 'redeem', 'send')),
  expires_at timestamptz not null,
  used_at timestamptz,
  outcome jsonb,
  constraint wallet_permits_used_in_life check (used_at <= expires_at),
  constraint wallet_permits_spent_whole check ((used_at is null) = (outcome is null))
);
create index wallet_permits_member on wallet_permits (member_id);

create function wallet_permits_guard() returns trigger language plpgsql as $$
begin
  if (new.token_hash, new.secret_hash, new.member_id, new.session_id, new.purpose, new.expires_at)
     is distinct from (old.token_hash, old.secret_hash, old.member_id, old.session_id, old.purpose,
      old.expires_at)
    or old.used_at is not null
  then
    raise exception 'a permit is spent once and never changed'
      using errcode = 'integrity_constraint_violation', constraint = 'wallet_permits_once';
  end if;
  return new;
end $$;
create trigger wallet_permits_once before update on wallet_permits
  for each row execute function wallet_permits_guard();

-- Today's rates, units of the currency per US dollar, as the feed gave them.
create table exchange_rates (
  as_of date not null,
  currency text not null,
  per_usd numeric not null check (per_usd > 0),
  fetched_at timestamptz not null default app_now(),
  primary key (as_of, currency)
);
