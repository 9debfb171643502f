create table orders (
  member_id text not null references members,
  id text not null,
  client_id text not null,          -- sOrderId: the idempotency key
  content_hash bytea not null,      -- the same key with other content is refused
  gateway text not null check (gateway in ('PayPal', 'Wallet', 'BitCoin', 'LiteCoin')),
  currency text not null,
  state text not null check (
    state in ('pending', 'paid', 'accepted', 'delivered', 'failed', 'refunded')),
  fail_reason text check (fail_reason in ('declined', 'cancelled', 'lapsed')),
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  service_charge_minor bigint not null check (service_charge_minor >= 0),
  discount_minor bigint not null check (discount_minor >= 0),
  total_minor bigint not null check (total_minor > 0),
  wallet_minor bigint not null,
  cashback_minor bigint not null check (cashback_minor >= 0),
  refunded_minor bigint not null default 0,
  payment_id text not null default '',   -- the provider's order id
  notice text not null default '',
  created_at timestamptz not null default app_now(),
  lapses_at timestamptz,
  primary key (member_id, id),
  constraint orders_client_id_once unique (member_id, client_id),
  constraint orders_total_adds_up check (
    total_minor = subtotal_minor + service_charge_minor - discount_minor),
  constraint orders_wallet_share check (wallet_minor between 0 and total_minor),
  constraint orders_wallet_pays_all check (gateway <> 'Wallet' or wallet_minor = total_minor),
  constraint orders_refund_bounded check (refunded_minor between 0 and total_minor)
);
create index orders_newest on orders (member_id, created_at desc, id desc);
create index orders_lapsing on orders (lapses_at) where state = 'pending';
create index orders_waiting on orders (created_at) where state in ('paid', 'accepted');
create index orders_recent on orders (created_at);

-- An order without its lines, in the names the server uses.
create view order_heads as
  select member_id as "memberId", id, client_id as "clientId", content_hash as "contentHash",
    gateway, currency, state, fail_reason as "failReason", subtotal_minor as "subtotalMinor",
    service_charge_minor as "serviceChargeMinor", discount_minor as "discountMinor",
    total_minor as "totalMinor", wallet_minor as "walletMinor",
    cashback_minor as "cashbackMinor", refunded_minor as "refundedMinor",
    payment_id as "paymentId", notice, created_at as "createdAt", lapses_at as "lapsesAt"
  from orders;

-- How many orders a member had before `counted_to`; a list counts only what came after.
create table order_counts (
  member_id text primary key references members,
  counted_to timestamptz not null,
  orders bigint not null
);

create table order_lines (
  member_id text not null,
  order_id text not null,
  id text not null,
  position smallint not null,
  card_id text not null,
  card_version integer not null,
  title text not null,
  value_minor bigint not null,
  price_minor bigint not null check (price_minor > 0),
  discount_bp integer not null,
  cashback_bp integer not null,
  service_charge_bp integer not null,
  quantity integer not null constraint order_lines_quantity check (quantity between 1 and 1000),
  payable_minor bigint not null check (payable_minor >= 0),
  cashback_minor bigint not null check (cashback_minor >= 0),
  refunded_minor bigint not null default 0,
  state smallint not null check (state between 0 and 3),   -- the timeline's number
  primary key (member_id, order_id, id),
  constraint order_lines_order foreign key (member_id, order_id) references orders,
  constraint order_lines_card_once unique (member_id, order_id, card_id),
  constraint order_lines_refund_bounded check (refunded_minor between 0 and payable_minor)
);

-- States move along listed edges only; docs/ARCHITECTURE.md draws them.
create function orders_guard() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
      ('pending', 'paid'), ('pending', 'failed'), ('failed', 'paid'), ('paid', 'accepted'),
      ('paid', 'delivered'), ('accepted', 'delivered'), ('paid', 'refunded'),
      ('accepted', 'refunded'), ('delivered', 'refunded'))
    or (new.client_id, new.content_hash, new.gateway, new.currency, new.total_minor,
        new.wallet_minor)
       is distinct from (old.client_id, old.content_hash, old.gateway, old.currency,
        old.total_minor, old.wallet_minor)
    or new.refunded_minor < old.refunded_minor
  then
    raise exception 'order % may not go from % to %', old.id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'orders_edges';
  end if;
  return new;
end $$;
create trigger orders_edges before update on orders
  for each row execute function orders_guard();

-- Delivered means: all codes are there. Checked at commit.
create function order_lines_check_delivery() returns trigger language plpgsql as $$
declare
  v_sold bigint;
begin
  select count(*) into v_sold from codes
    where line_id = new.id and state = 'sold' and member_id = new.member_id;
  if v_sold <> new.quantity then
    raise exception 'line % is delivered with % of % codes', new.id, v_sold, new.quantity
      using errcode = 'integrity_constraint_violation', constraint = 'order_lines_delivered_whole';
  end if;
  return null;
end $$;
create constraint trigger order_lines_delivered_whole after insert or update of state on order_lines
  deferrable initially deferred for each row when (new.state = 3)
  execute function order_lines_check_delivery();

-- What a provider was asked to pay for an order.
create table payments (
  member_id text not null,
  order_id text not null,
  id text not null,
  provider text not null,
  provider_order_id text,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null check (
    state in ('created', 'claimed', 'declined', 'captured', 'abandoned')),
  attempt integer not null default 0,
  claimed_at timestamptz,
  asked_at timestamptz,             -- when the reconciler last asked the provider
  created_at timestamptz not null default app_now(),
  primary key (member_id, order_id, id),
  constraint payments_order_once unique (member_id, order_id),
  constraint payments_order foreign key (member_id, order_id) references orders
);
create index payments_claimed on payments (claimed_at) where state = 'claimed';

-- Claim tables: what must be unique over all members.
create table payment_refs (
  provider text not null,
  provider_order_id text not null,
  member_id text not null,
  order_id text not null,
  primary key (provider, provider_order_id)
);
create table payment_captures (
  provider text not null,
  capture_id text not null,
  member_id text not null,
  order_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  use text not null check (use in ('order', 'return')),   -- credited to the order, or given back
  reversed_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (provider, capture_id)
);
create unique index payment_captures_order_once on payment_captures (member_id, order_id)
  where use = 'order';

-- Money on its way back to a card.
create table refunds (
  id text primary key,
  member_id text not null,
  order_id text not null,
  provider text not null,
  capture_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text not null,
  -- Where the money is booked until it is sent: a refund of an order, or money that fitted none.
  source text not null check (source in ('refunds_payable', 'unmatched')),
  state text not null check (state in ('pending', 'done', 'refused')),
  provider_refund_id text,
  created_at timestamptz not null default app_now(),
  settled_at timestamptz
);
create index refunds_pending on refunds (created_at) where state = 'pending';
create index refunds_order on refunds (member_id, order_id);

-- The webhook inbox: every event once, as it came.
create table provider_events (
  provider text not null,
  event_id text not null,
  headers jsonb not null,
  body bytea not null,
  state text not null default 'new' check (state in ('new', 'handled', 'refused')),
  outcome text,
  received_at timestamptz not null default app_now(),
  handled_at timestamptz,
  primary key (provider, event_id)
);
