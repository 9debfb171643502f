-- Members, what opens their accounts, and what closes them. Keys of addresses are ASCII and lower case in every locale.

create table members (
  id text primary key,
  email text not null,
  email_key text not null constraint members_email_once unique,   -- lower case, how it is compared
  email_verified_at timestamptz,
  first_name text not null, last_name text not null, full_name text not null,
  name_words text not null default '',   -- what the search finds them by, made by the application
  mobile text not null default '', dial_code text not null default '',
  country_code text not null, country_name text not null,
  currency text not null check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  picture text not null default '', password_hash text,
  kyc_status text not null default 'p' check (kyc_status in ('p', 's', 'v', 'r')),
  membership_level smallint not null default 1 check (membership_level in (1, 2)),
  use_wallet boolean not null default true,
  frozen_at timestamptz,                 -- by the house
  frozen_reason text,
  -- Since when the holder of the account's keys (password, sessions, identities) is known to read the address's mails.
  -- A verified address does not say so: a mail scanner may have opened its link.
  owner_shown_at timestamptz,
  -- By the owner: what leaves the account is frozen. Asking for the end of it takes a day. `last_locked_at` is the
  -- statement's time: what waits to leave a coin wallet since before that does not leave it any more.
  locked_at timestamptz, unlock_asked_at timestamptz, last_locked_at timestamptz,
  closed_at timestamptz, erased_at timestamptz, created_at timestamptz not null default app_now(),
  constraint members_email_key_lower check (email_key = lower(email collate "C")),
  constraint members_frozen_with_reason check ((frozen_at is null) = (frozen_reason is null)),
  constraint members_owner_shown_verified check (owner_shown_at is null or email_verified_at is not null),
  constraint members_unlock_of_lock check (unlock_asked_at is null or locked_at is not null),
  constraint members_erased_after_closing check (erased_at is null or closed_at is not null)
);
create index members_names on members using gin (array_to_tsvector(string_to_array(name_words, ' ')));
create index members_mobiles on members ((dial_code || mobile)) where mobile <> '';

-- p: none, s: submitted, v: verified, r: refused. Another name is not verified.
create trigger members_kyc_edges before update on members for each row when (
  old.kyc_status <> new.kyc_status and (old.kyc_status, new.kyc_status) not in (
    ('p', 's'), ('r', 's'), ('s', 'v'), ('s', 'r'), ('v', 'r'), ('s', 'p'), ('v', 'p'))
) execute function refuse('a KYC status moves along its edges');

create function is_locked(m members) returns boolean language sql stable as $$
  select m.locked_at is not null
    and (m.unlock_asked_at is null or m.unlock_asked_at > app_now() - interval '1 day')
$$;

-- Refuses new rows of a closed account. Whoever writes for an account and whoever closes it locks its row first; this
-- runs after the references to members were checked, so after that wait.
create function members_must_be_open() returns trigger language plpgsql as $$
begin
  perform must_hold(not exists (
    select 1 from added a join members m on m.id = a.member_id where m.closed_at is not null), 'members_open');
  return null;
end $$;

create table sessions (
  token_hash bytea primary key,
  id text not null unique,
  member_id text not null references members,
  opened_by text not null default 'password' check (opened_by in ('password', 'google', 'passkey')),
  device text not null default '', place text not null default '',
  waits_for_factor boolean not null default false,   -- opens nothing until its second factor was given
  proven_by text not null default 'sign_in' check (proven_by in ('sign_in', 'password', 'code', 'passkey')),
  proven_at timestamptz not null default app_now(),
  -- The identity it links once its second factor was given.
  links_issuer text, links_subject text,
  links_by text check (links_by in ('password', 'mail')),
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(), expires_at timestamptz not null,
  constraint sessions_links_whole check (num_nulls(links_issuer, links_subject, links_by) in (0, 3))
) with (fillfactor = 80);
create index sessions_member on sessions (member_id);
create index sessions_expiring on sessions (expires_at);

-- A session ends some days after its last use, and at the latest some days after it began; within 1 and 3650 days,
-- whatever the options say.
create function session_end(began_at timestamptz, seen_at timestamptz) returns timestamptz
language sql stable as $$
  select least(
    seen_at + (select least(greatest(value::int, 1), 3650) from site_options
      where name = 'session_idle_days') * interval '1 day',
    began_at + (select least(greatest(value::int, 1), 3650) from site_options
      where name = 'session_days') * interval '1 day')
$$;

-- Hashed places a member has signed in from. Tries from there are counted apart, so that strangers who use up an
-- account's tries do not keep its owner out.
create table sign_in_places (
  member_id text not null references members, place_hash bytea not null,
  seen_at timestamptz not null default app_now(),
  primary key (member_id, place_hash)
);
create index sign_in_places_seen on sign_in_places (seen_at);

-- Sign-ins of 90 days, which the owner can read.
create table sign_ins (
  member_id text not null references members, id text not null unique,
  opened_by text not null check (opened_by in ('password', 'google', 'passkey')),
  factor text check (factor in ('code', 'recovery')), new_device boolean not null,
  device text not null, place text not null, created_at timestamptz not null default app_now()
);
create index sign_ins_member on sign_ins (member_id, created_at desc, id desc);
create index sign_ins_created_at on sign_ins (created_at);

-- Second factors. `owned`: added by who was known to read the mails of the address (members.owner_shown_at); others end
-- when the password is reset.

-- Authenticator apps (RFC 6238). The secret is encrypted; a code works once: its step and all before it are spent.
create table totp_factors (
  member_id text primary key references members, secret bytea not null,
  created_at timestamptz not null default app_now(), confirmed_at timestamptz,
  last_step bigint not null default 0, owned boolean not null
);

-- Passkeys (WebAuthn): public keys only.
create table passkeys (
  credential_id bytea primary key, id text not null unique, member_id text not null references members,
  public_key bytea not null, counter bigint not null, transports text[] not null, name text not null,
  owned boolean not null, created_at timestamptz not null default app_now(), last_used_at timestamptz
);
create index passkeys_member on passkeys (member_id, created_at);

-- Challenges that passkeys have signed: each signs in once.
create table spent_challenges (challenge_hash bytea primary key, spent_at timestamptz not null default app_now());
create index spent_challenges_at on spent_challenges (spent_at);

-- Random codes of 80 bits, as hashes; each works once.
create table recovery_codes (
  code_hash bytea primary key,
  member_id text not null references members, created_at timestamptz not null default app_now(), used_at timestamptz
);
create index recovery_codes_member on recovery_codes (member_id);

create function has_factor(member text) returns boolean language sql stable as $$
  select exists (select 1 from passkeys where member_id = member)
    or exists (select 1 from totp_factors where member_id = member and confirmed_at is not null)
$$;

-- When a session was last proven to be its member's: by a factor if there is one, else by the password, typed again or
-- to sign in. Signing in counts for who has neither.
create function last_proof(s sessions) returns timestamptz language sql stable as $$
  select case when case
    when has_factor(s.member_id) then s.proven_by in ('code', 'passkey')
    when (select password_hash is null from members where id = s.member_id) then true
    else s.proven_by <> 'sign_in' or s.opened_by = 'password' end
  then s.proven_at else '-infinity' end
$$;
create function is_proven(s sessions) returns boolean language sql stable as $$
  select last_proof(s) > app_now() - interval '5 minutes'
$$;

-- Tokens of mail links: single use, bound to member, purpose and the address they were sent to.
create table mail_tokens (
  token_hash bytea primary key, member_id text not null references members,
  purpose text not null check (purpose in ('verify', 'reset', 'reopen', 'undo')), email_key text not null,
  created_at timestamptz not null default app_now(), expires_at timestamptz not null, used_at timestamptz,
  constraint mail_tokens_used_in_life check (used_at <= expires_at)
);
create index mail_tokens_member on mail_tokens (member_id, purpose);
create index mail_tokens_expiring on mail_tokens (expires_at);
create trigger mail_tokens_once before update on mail_tokens for each row when (
  (new.token_hash, new.member_id, new.purpose, new.email_key, new.created_at, new.expires_at)
    is distinct from (old.token_hash, old.member_id, old.purpose, old.email_key, old.created_at, old.expires_at)
  or (old.used_at is not null and new.used_at is distinct from old.used_at)
) execute function refuse('a mail token is spent once and never changed');

-- Accounts elsewhere, such as at Google, that open an account here. One belongs to one member for good.
create table identities (
  issuer text not null, subject text not null,
  member_id text not null references members,
  linked_by text not null check (linked_by in ('registration', 'password', 'mail')),
  linked_at timestamptz not null default app_now(),
  email_key text not null default '',    -- the member's address then: whoever has another since may be somebody else
  constraint identities_once primary key (issuer, subject)
);
create index identities_member on identities (member_id);

-- Mail links that tie an identity to the account of their address. Spending one deletes it.
create table identity_links (
  token_hash bytea primary key, member_id text not null references members,
  email_key text not null, issuer text not null, subject text not null, expires_at timestamptz not null
);
create index identity_links_expiry on identity_links (expires_at);
create index identity_links_member on identity_links (member_id);

-- Changes of addresses. The old one counts until the link in the new one was opened; a link mailed to the old one takes
-- the change back for a week.
create table email_changes (
  id text primary key,
  member_id text not null references members,
  from_email text not null, from_key text not null,
  from_shown_at timestamptz,               -- members.owner_shown_at before the change
  to_email text not null, to_key text not null,
  session_id text not null,                -- the one that asked, which goes on
  state text not null default 'asked' check (state in ('asked', 'done', 'dropped', 'undone')),
  asked_at timestamptz not null default app_now(), decided_at timestamptz,
  constraint email_changes_key_lower check (to_key = lower(to_email collate "C")),
  constraint email_changes_decided check ((state = 'asked') = (decided_at is null))
);
create unique index email_changes_one_open on email_changes (member_id) where state = 'asked';
create index email_changes_decided_at on email_changes (decided_at);
create index email_changes_member on email_changes (member_id);
create index email_changes_former on email_changes (from_key) where state = 'done';

-- Only an address whose link was opened in a session of the account takes it back: whoever reads a mistyped one has no
-- claim to it.
create function is_undoable(c email_changes) returns boolean language sql stable as $$
  select c.state = 'done' and c.from_shown_at is not null and c.decided_at > app_now() - interval '7 days'
$$;

create function is_kept_for_other(key text, member text) returns boolean language sql stable as $$
  select exists (
    select 1 from email_changes c where c.from_key = key and c.member_id <> member and is_undoable(c))
$$;

-- Refuses an address that another account can still take back. After the row: whoever registers it while it is being
-- left has waited for that change by then.
create function members_leave_former_emails() returns trigger language plpgsql as $$
begin
  if is_kept_for_other(new.email_key, new.id) then
    raise exception 'another account can still take this address back'
      using errcode = 'unique_violation', constraint = 'members_email_once';
  end if;
  return null;
end $$;
create trigger members_leave_former_emails after insert or update of email_key on members
  for each row execute function members_leave_former_emails();

-- Closed accounts, erased some days later by a job; until then a mailed link undoes it. What has to be kept (orders, the
-- ledger, a verified identity for some years) stays under the member's id.
create table closings (
  member_id text primary key references members,
  actor text not null check (actor <> ''),   -- the member's id, or who used the command line
  reason text not null default '',
  closed_at timestamptz not null default app_now(), erase_at timestamptz not null,
  erased_at timestamptz,
  identity_until timestamptz,                -- until when a verified identity is kept; null for none
  constraint closings_erased_in_time check (erased_at >= erase_at)
);
create index closings_to_erase on closings (erase_at) where erased_at is null;
create index closings_with_identity on closings (identity_until) where identity_until is not null;
