-- Accounts elsewhere, such as at Google, that open an account here. Whoever asks twice at once gets one:
-- an identity belongs to one member for good.
create table identities (
  issuer text not null,
  subject text not null,
  member_id text not null references members,
  linked_by text not null check (linked_by in ('registration', 'password', 'mail')),
  linked_at timestamptz not null default app_now(),
  constraint identities_once primary key (issuer, subject)
);
create index identities_member on identities (member_id);

-- It was never written.
alter table members drop column google_id;

-- Links of mails that tie an identity to the account of their address. Spending one deletes it.
create table identity_links (
  token_hash bytea primary key,
  member_id text not null references members,
  email_key text not null,
  issuer text not null,
  subject text not null,
  expires_at timestamptz not null
);
create index identity_links_expiry on identity_links (expires_at);
