-- When the password, or whatever opens a session, was last given in it.
alter table sessions add column proven_at timestamptz;
update sessions set proven_at = created_at;
alter table sessions alter column proven_at set default app_now(), alter column proven_at set not null;

-- Changes of a member's e-mail address. The old one counts until the link in the new one was opened.
create table email_changes (
  id text primary key,
  member_id text not null references members,
  from_email text not null,
  to_email text not null,
  to_key text not null,                    -- lower case, how it is compared
  session_id text not null,                -- the one that asked, which goes on
  state text not null default 'asked' check (state in ('asked', 'done', 'dropped')),
  asked_at timestamptz not null default app_now(),
  decided_at timestamptz,
  constraint email_changes_key_lower check (to_key = lower(to_email)),
  constraint email_changes_decided check ((state = 'asked') = (decided_at is null))
);
create unique index email_changes_one_open on email_changes (member_id) where state = 'asked';
create index email_changes_decided_at on email_changes (decided_at);
