create table members (
  id text primary key,
  email text not null,
  email_key text not null constraint members_email_once unique,   -- lower case, how it is compared
  email_verified_at timestamptz,
  first_name text not null,
  last_name text not null,
  full_name text not null,
  mobile text not null default '',
  dial_code text not null default '',
  country_code text not null,
  country_name text not null,
  currency text not null check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  picture text not null default '',
  password_hash text,
  google_id text constraint members_google_once unique,
  kyc_status text not null default 'p' check (kyc_status in ('p', 's', 'v', 'r')),
  membership_level smallint not null default 1 check (membership_level in (1, 2)),
  use_wallet boolean not null default true,
  frozen_at timestamptz,
  frozen_reason text,
  created_at timestamptz not null default app_now(),
  constraint members_email_key_lower check (email_key = lower(email)),
  constraint members_frozen_with_reason check ((frozen_at is null) = (frozen_reason is null))
);

create table sessions (
  token_hash bytea primary key,
  id text not null unique,
  member_id text not null references members,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at timestamptz not null
) with (fillfactor = 80);
create index sessions_member on sessions (member_id);

-- Where a member has signed in from, as hashes. Tries from such a place are counted on their own, so
-- that strangers who use up an account's tries do not keep its owner out.
create table sign_in_places (
  member_id text not null references members,
  place_hash bytea not null,
  seen_at timestamptz not null default app_now(),
  primary key (member_id, place_hash)
);

-- Tokens of mail links: single use, bound to member, purpose and the address they were sent to.
create table mail_tokens (
  token_hash bytea primary key,
  member_id text not null references members,
  purpose text not null check (purpose in ('verify', 'reset')),
  email_key text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint mail_tokens_used_in_life check (used_at <= expires_at)
);
create index mail_tokens_member on mail_tokens (member_id, purpose);

-- A spent token stays spent.
create function mail_tokens_guard() returns trigger language plpgsql as $$
begin
  if (new.token_hash, new.member_id, new.purpose, new.email_key, new.created_at, new.expires_at)
     is distinct from
     (old.token_hash, old.member_id, old.purpose, old.email_key, old.created_at, old.expires_at)
    or (old.used_at is not null and new.used_at is distinct from old.used_at)
  then
    raise exception 'a mail token is spent once and never changed'
      using errcode = 'integrity_constraint_violation', constraint = 'mail_tokens_once';
  end if;
  return new;
end $$;
create trigger mail_tokens_once before update on mail_tokens
  for each row execute function mail_tokens_guard();
