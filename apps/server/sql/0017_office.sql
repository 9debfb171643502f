-- The back office: how operators sign in, and their sessions.

-- An operator signs in once an invitation was accepted: until then there is neither password nor second factor.
alter table operators drop constraint operators_role_check;
alter table operators
  add column name text not null default '',
  add column password_hash text,
  add column totp_secret bytea,                     -- encrypted
  add column totp_step bigint not null default 0,   -- the last time step that was used
  add column closed_at timestamptz,
  add constraint operators_role_check check (role in ('owner', 'catalogue', 'support', 'reviewer', 'finance')),
  add constraint operators_both_factors check ((password_hash is null) = (totp_secret is null));

-- Links by which an operator chooses password and authenticator app; a new one voids those before it.
create table operator_invitations (
  token_hash bytea primary key,
  operator_id text not null unique references operators,
  totp_secret bytea not null,
  expires_at timestamptz not null
);

create table operator_sessions (
  token_hash bytea primary key,
  id text not null unique,
  operator_id text not null references operators,
  created_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now()
);
create index operator_sessions_by_operator on operator_sessions (operator_id);
