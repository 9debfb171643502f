create table members (
  id text primary key,
  email text not null,
  email_key text not null constraint members_email_once unique,   -- lower case, how it is compared
  email_verified_at timestamptz,
  first_name text not null,
  last_name text not null,
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
  created_at timestamptz not null default app_now()
);

create table sessions (
  token_hash bytea primary key,
  id text not null unique,
  member_id text not null references members,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index sessions_member on sessions (member_id);

-- Tokens of mail links: single use, bound to member, purpose and the address they were sent to.
create table mail_tokens (
  token_hash bytea primary key,
  member_id text not null references members,
  purpose text not null check (purpose in ('verify', 'reset')),
  email_key text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_tokens_member on mail_tokens (member_id, purpose);
