-- Static pages, as Markdown. One that nobody edited follows the release's own text.
create table pages (
  path text primary key check (path ~ '^/[a-z0-9-]{1,60}$'),
  kind text not null check (kind in ('plain', 'faq', 'legal')),
  title text not null,
  body text not null,
  updated_at timestamptz not null default app_now(),
  edited_at timestamptz,
  constraint pages_title_length check (char_length(title) between 1 and 200),
  constraint pages_body_length check (char_length(body) between 1 and 100000)
);

-- What people write to support. A suspect one filled in what people do not see.
create table contact_messages (
  id text primary key,
  email text not null,
  full_name text not null,
  subject text not null,
  message text not null,
  suspect boolean not null,
  created_at timestamptz not null default app_now(),
  constraint contact_messages_length check (char_length(email) between 1 and 254
    and char_length(full_name) <= 161 and char_length(subject) <= 200
    and char_length(message) between 1 and 5000)
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);

insert into site_options (name, value, kind, public) values
  -- Where messages are mailed to and what the contact page shows; the sender's own address while empty.
  ('support_email', '', 'text', true),
  ('throttle_contact_address', '10', 'whole', false);
