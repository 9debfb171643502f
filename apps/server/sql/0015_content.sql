-- Static pages, messages to support, and the newsletter.

-- Markdown. A page that nobody edited follows the release's own text.
create table pages (
  path text primary key check (path ~ '^/[a-z0-9-]{1,60}$'),
  kind text not null check (kind in ('plain', 'faq', 'legal')),
  title text not null, body text not null,
  edition integer not null default 0,     -- of the release's texts
  updated_at timestamptz not null default app_now(), edited_at timestamptz,
  constraint pages_title_length check (char_length(title) between 1 and 200),
  constraint pages_body_length check (char_length(body) between 1 and 100000)
);

-- Messages to support. A suspect one filled in a field that people do not see.
create table contact_messages (
  id text primary key,
  email text not null, full_name text not null, subject text not null, message text not null,
  suspect boolean not null, created_at timestamptz not null default app_now(),
  constraint contact_messages_length check (char_length(email) >= 1 and char_length(email) <= 254
    and char_length(full_name) <= 161 and char_length(subject) <= 200 and char_length(message) >= 1 and char_length(message) <= 5000)
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index contact_messages_of_address on contact_messages (lower(email collate "C"));

-- Who asked for the newsletter. Nobody gets it who has not confirmed it by a mail. The token that ends a subscription is
-- made from the id with the shop's keys, so that every mail can carry it; here is its hash.
create table newsletter_subscribers (
  id text primary key, email text not null,
  email_key text not null constraint newsletter_subscribers_email_once unique,
  state text not null default 'asked' check (state in ('asked', 'confirmed', 'left')),
  leave_hash bytea not null constraint newsletter_subscribers_leave_once unique,
  asked_at timestamptz not null default app_now(), confirmed_at timestamptz, left_at timestamptz,
  constraint newsletter_subscribers_key_lower check (email_key = lower(email_key collate "C")),
  constraint newsletter_subscribers_confirmed check (state <> 'confirmed' or confirmed_at is not null),
  constraint newsletter_subscribers_left check ((state = 'left') = (left_at is not null))
);
create index newsletter_subscribers_asked on newsletter_subscribers (asked_at) where state = 'asked';
create index newsletter_subscribers_left on newsletter_subscribers (left_at) where state = 'left';

-- Links that confirm: any of them within its life, any number of times.
create table newsletter_confirmations (
  token_hash bytea primary key, subscriber_id text not null references newsletter_subscribers on delete cascade,
  expires_at timestamptz not null
);
create index newsletter_confirmations_subscriber on newsletter_confirmations (subscriber_id);
create index newsletter_confirmations_expiring on newsletter_confirmations (expires_at);

-- The same subject and text are the same issue, so that sending goes on where it stopped.
create table newsletter_issues (
  id text primary key, content_hash bytea not null constraint newsletter_issues_once unique,
  subject text not null, body text not null, created_at timestamptz not null default app_now()
);

-- Who gets an issue, once.
create table newsletter_deliveries (
  issue_id text not null references newsletter_issues,
  subscriber_id text not null references newsletter_subscribers on delete cascade, sent_at timestamptz,
  primary key (issue_id, subscriber_id)
);
create index newsletter_deliveries_subscriber on newsletter_deliveries (subscriber_id);
