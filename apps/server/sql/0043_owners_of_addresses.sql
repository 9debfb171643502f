-- Since when it is known that whoever holds the keys of an account (password, sessions, identities) reads the
-- mails of its address. A verified address does not say so: its link may have been opened by a mail scanner, or
-- by somebody who did not know whose account it is.
alter table members add column owner_shown_at timestamptz;
alter table members add constraint members_owner_shown_verified
  check (owner_shown_at is null or email_verified_at is not null);
