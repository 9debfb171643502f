-- Who asked for the newsletter. Nobody gets it who has not confirmed it by a mail. The token that ends a
-- subscription is made from the id with the shop's keys, so that every mail can carry it; here is its hash.
create table newsletter_subscribers (
  id text primary key,
  email text not null,
  email_key text not null constraint newsletter_subscribers_email_once unique,
  state text not null default 'asked' check (state in ('asked', 'confirmed', 'left')),
  leave_hash bytea not null constraint newsletter_subscribers_leave_once unique,
  asked_at timestamptz not null default app_now(),
  confirmed_at timestamptz,
  left_at timestamptz,
  constraint newsletter_subscribers_key_lower check (email_key = lower(email_key)),
  constraint newsletter_subscribers_confirmed check (state <> 'confirmed' or confirmed_at is not null),
  constraint newsletter_subscribers_left check ((state = 'left') = (left_at is not null))
);
create index newsletter_subscribers_to_forget on newsletter_subscribers (asked_at)
  where state <> 'confirmed';

-- Links that confirm: any of them within its life, any number of times.
create table newsletter_confirmations (
  token_hash bytea primary key,
  subscriber_id text not null references newsletter_subscribers on delete cascade,
  expires_at timestamptz not null
);
create index newsletter_confirmations_subscriber on newsletter_confirmations (subscriber_id);

-- What was sent. The same subject and text are the same issue, so that sending goes on where it stopped.
create table newsletter_issues (
  id text primary key,
  content_hash bytea not null constraint newsletter_issues_once unique,
  subject text not null,
  body text not null,
  created_at timestamptz not null default app_now()
);

-- Who gets an issue, once.
create table newsletter_deliveries (
  issue_id text not null references newsletter_issues,
  subscriber_id text not null references newsletter_subscribers on delete cascade,
  sent_at timestamptz,
  primary key (issue_id, subscriber_id)
);
create index newsletter_deliveries_subscriber on newsletter_deliveries (subscriber_id);

insert into site_options (name, value, kind, public) values
  ('throttle_newsletter_address', '20', 'whole', false);
