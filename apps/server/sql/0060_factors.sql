-- What opens an account beside a password, where it is open, and its owner's own freeze.

-- A factor is `owned` when it was added by who was known to read the mails of the account's address
-- (members.owner_shown_at); others end with a password that need not have been the owner's.

-- Codes of an authenticator app (RFC 6238). The secret is sealed. A code works once: steps of thirty seconds
-- that were used, and all before them, are spent.
create table totp_factors (
  member_id text primary key references members,
  secret bytea not null,
  created_at timestamptz not null default app_now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  owned boolean not null
);

-- Passkeys (WebAuthn): public keys only.
create table passkeys (
  credential_id bytea primary key,
  id text not null unique,
  member_id text not null references members,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  owned boolean not null,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz
);
create index passkeys_member on passkeys (member_id, created_at);

-- What a passkey signed, so that it signs in once.
create table spent_challenges (
  challenge_hash bytea primary key,
  spent_at timestamptz not null default app_now()
);
create index spent_challenges_at on spent_challenges (spent_at);

-- Random codes of 80 bits, as hashes; each works once.
create table recovery_codes (
  code_hash bytea primary key,
  member_id text not null references members,
  created_at timestamptz not null default app_now(),
  used_at timestamptz
);
create index recovery_codes_member on recovery_codes (member_id);

create function has_factor(member text) returns boolean language sql stable as $$
  select exists (select 1 from passkeys where member_id = member)
    or exists (select 1 from totp_factors where member_id = member and confirmed_at is not null)
$$;

-- By which browser a session was opened, from where roughly, and by what it was last proven. One that waits
-- for its second factor opens nothing until then.
alter table sessions
  add column opened_by text not null default 'password'
    check (opened_by in ('password', 'google', 'passkey')),
  add column device text not null default '',
  add column place text not null default '',
  add column waits_for_factor boolean not null default false,
  add column proven_by text not null default 'sign_in'
    check (proven_by in ('sign_in', 'password', 'code', 'passkey'));

-- Whether a session was proven to be its member's within five minutes: by a factor if there is one, else by the
-- password, given again; signing in counts for who has neither.
create function is_proven(s sessions) returns boolean language sql stable as $$
  select s.proven_at > app_now() - interval '5 minutes' and case
    when has_factor(s.member_id) then s.proven_by in ('code', 'passkey')
    when (select password_hash is null from members where id = s.member_id) then true
    else s.proven_by <> 'sign_in' end
$$;

-- Sign-ins, for 90 days: the owner looks whether all were theirs.
create table sign_ins (
  member_id text not null references members,
  id text not null unique,
  opened_by text not null check (opened_by in ('password', 'google', 'passkey')),
  factor text check (factor in ('code', 'recovery')),
  new_device boolean not null,
  device text not null,
  place text not null,
  created_at timestamptz not null default app_now()
);
create index sign_ins_member on sign_ins (member_id, created_at desc, id desc);
create index sign_ins_created_at on sign_ins (created_at);

-- The owner has frozen what leaves the account. Asking for the end of it takes a day, in which they are told.
alter table members
  add column locked_at timestamptz,
  add column unlock_asked_at timestamptz,
  add constraint members_unlock_of_lock check (unlock_asked_at is null or locked_at is not null);

create function is_locked(m members) returns boolean language sql stable as $$
  select m.locked_at is not null
    and (m.unlock_asked_at is null or m.unlock_asked_at > app_now() - interval '1 day')
$$;

alter table push_deliveries drop constraint push_deliveries_notice_check;
alter table push_deliveries add constraint push_deliveries_notice_check
  check (notice in ('delivered', 'refunded', 'received', 'sent', 'signed_in', 'unlocking'));
