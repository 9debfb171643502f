-- Browsers that want notifications. Who knows the address can push to it only with the shop's own key;
-- who knows the id can link it: both are as long as a token. A subscription hears of a member's orders while
-- its browser's session lives, and of nobody's after that.
create table push_subscriptions (
  id text primary key,
  endpoint text not null constraint push_subscriptions_endpoint_once unique,
  p256dh text not null,
  auth text not null,
  session_id text references sessions (id) on delete set null,
  touched_at timestamptz not null default app_now(),
  constraint push_subscriptions_short check (length(endpoint) <= 1000)
);
create index push_subscriptions_session on push_subscriptions (session_id);

-- What is to be pushed where: a notice of an order goes to a browser once.
create table push_deliveries (
  subscription_id text not null references push_subscriptions on delete cascade,
  order_id text not null,
  notice text not null check (notice in ('delivered', 'refunded')),
  member_id text not null references members,
  order_number text not null,      -- the order as its member knows it
  tries smallint not null default 0,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,            -- pushed, or given up
  primary key (subscription_id, order_id, notice)
);
create index push_deliveries_created on push_deliveries (created_at);

insert into site_options (name, value, kind, public) values
  ('throttle_push_address', '60', 'whole', false);
