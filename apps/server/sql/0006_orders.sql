-- Carts and orders. What was ordered and for how much never changes; states and refunds do.

-- One cart per member, in one currency: its lines carry it, too.
create table carts (
  member_id text primary key references members, currency text not null,
  constraint carts_member_currency unique (member_id, currency)
);
create table cart_lines (
  member_id text not null, id text not null, card_id text not null, currency text not null,
  quantity integer not null constraint cart_lines_quantity check (quantity between 1 and 1000),
  created_at timestamptz not null default app_now(),
  primary key (member_id, id),
  constraint cart_lines_card_once unique (member_id, card_id),
  constraint cart_lines_one_currency foreign key (member_id, currency) references carts (member_id, currency)
);

create table orders (
  member_id text not null references members,
  id text not null,
  client_id text not null,          -- sOrderId: the idempotency key
  content_hash bytea not null,      -- the same key with other content is refused
  gateway text not null check (gateway in ('PayPal', 'Wallet', 'BitCoin', 'LiteCoin')),
  currency text not null,
  state text not null check (state in ('pending', 'paid', 'accepted', 'delivered', 'failed', 'refunded')),
  -- 'returned': what was paid did not fit the order, and the provider's order is used up by that.
  fail_reason text check (fail_reason in ('declined', 'cancelled', 'lapsed', 'returned')),
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  service_charge_minor bigint not null check (service_charge_minor >= 0),
  discount_minor bigint not null check (discount_minor >= 0), total_minor bigint not null check (total_minor > 0),
  wallet_minor bigint not null,
  cashback_minor bigint not null check (cashback_minor >= 0), refunded_minor bigint not null default 0,
  payment_id text not null default '',   -- the provider's order id
  notice text not null default '',
  -- Where an unpaid order of a new account came from, and the wider network; forgotten once it is paid or over.
  network text, wide_network text,
  created_at timestamptz not null default app_now(), lapses_at timestamptz, delivered_at timestamptz,
  -- The mail that says so: when a mail server answered, to whom it went (masked), and whether it was refused.
  mailed_at timestamptz, mailed_to text not null default '',
  mail_refused boolean not null default false,
  primary key (member_id, id),
  constraint orders_client_id_once unique (client_id, member_id),   -- finds an order by the client's id alone, too
  constraint orders_total_adds_up check (total_minor = subtotal_minor + service_charge_minor - discount_minor),
  constraint orders_wallet_share check (wallet_minor between 0 and total_minor),
  constraint orders_wallet_pays_all check (gateway <> 'Wallet' or wallet_minor = total_minor),
  constraint orders_refund_bounded check (refunded_minor between 0 and total_minor),
  constraint orders_unpaid_lapse check (state <> 'pending' or lapses_at is not null),
  constraint orders_network_of_unpaid check (network is null or state = 'pending'),
  constraint orders_wide_network check ((wide_network is null) = (network is null))
);
create index orders_id on orders (id);
create index orders_newest on orders (member_id, created_at desc, id desc) include (state, fail_reason);
create index orders_recent on orders (created_at);
create index orders_lapsing on orders (lapses_at) where state = 'pending';
create index orders_waiting on orders (created_at) where state in ('paid', 'accepted');
create index orders_unpaid on orders (member_id) where state = 'pending';
create index orders_unpaid_network on orders (wide_network) where state = 'pending';
create index orders_under_way on orders (member_id) where state in ('pending', 'paid', 'accepted');

-- States move along these edges only; docs/ARCHITECTURE.md draws them.
create trigger orders_edges before update on orders for each row when (
  new.state <> old.state and (old.state, new.state) not in (
    ('pending', 'paid'), ('pending', 'failed'), ('failed', 'paid'), ('paid', 'accepted'), ('paid', 'delivered'),
    ('accepted', 'delivered'), ('paid', 'refunded'), ('accepted', 'refunded'), ('delivered', 'refunded'))
  or (new.client_id, new.content_hash, new.gateway, new.currency, new.total_minor, new.wallet_minor)
     is distinct from (old.client_id, old.content_hash, old.gateway, old.currency, old.total_minor, old.wallet_minor)
  or new.refunded_minor < old.refunded_minor
) execute function refuse('an order moves along its edges and keeps what was ordered');
call keep_rows('orders');

create function orders_forget_network() returns trigger language plpgsql as $$
begin
  new.network := null; new.wide_network := null; return new;
end $$;
create trigger orders_network before update on orders
  for each row when (new.network is not null and new.state <> 'pending') execute function orders_forget_network();

create table order_lines (
  member_id text not null, order_id text not null, id text not null,
  position smallint not null,
  card_id text not null, card_version integer not null, title text not null,
  value_minor bigint not null, price_minor bigint not null check (price_minor > 0),
  discount_bp integer not null, cashback_bp integer not null, service_charge_bp integer not null,
  quantity integer not null constraint order_lines_quantity check (quantity between 1 and 1000),
  payable_minor bigint not null check (payable_minor >= 0),
  cashback_minor bigint not null check (cashback_minor >= 0), refunded_minor bigint not null default 0,
  refunded_at timestamptz,          -- a line is refunded whole and once; one that cost nothing, too
  state smallint not null check (state between 0 and 3),   -- the timeline's number; 3 is delivered
  primary key (member_id, order_id, id),
  constraint order_lines_order foreign key (member_id, order_id) references orders,
  constraint order_lines_card_once unique (member_id, card_id, order_id),
  constraint order_lines_refund_bounded check (refunded_minor between 0 and payable_minor),
  constraint order_lines_refunded_whole check (
    refunded_minor = case when refunded_at is null then 0 else payable_minor end)
);
create trigger order_lines_kept_whole before update on order_lines for each row when (
  (new.card_id, new.card_version, new.value_minor, new.price_minor, new.discount_bp, new.cashback_bp,
    new.service_charge_bp, new.quantity, new.payable_minor, new.cashback_minor)
    is distinct from (old.card_id, old.card_version, old.value_minor, old.price_minor, old.discount_bp,
      old.cashback_bp, old.service_charge_bp, old.quantity, old.payable_minor, old.cashback_minor)
  or new.state < old.state or new.refunded_minor < old.refunded_minor
  or (old.refunded_at is not null and new.refunded_at is distinct from old.refunded_at)
) execute function refuse('a line keeps what was ordered');
call keep_rows('order_lines');

-- What follows is checked at commit.

-- The lines of an order add up to it. Sums are compared for every line; of the order itself it is enough to see one.
create function orders_check_lines() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    perform must_hold(exists (
      select 1 from order_lines l where l.member_id = new.member_id and l.order_id = new.id),
      'orders_lines_add_up', new.id);
  else
    perform must_hold(exists (
      select 1 from orders o join order_lines l on l.member_id = o.member_id and l.order_id = o.id
      where o.member_id = new.member_id and o.id = new.order_id
      group by o.total_minor, o.cashback_minor
      having sum(l.payable_minor) = o.total_minor and sum(l.cashback_minor) = o.cashback_minor),
      'orders_lines_add_up', new.order_id);
  end if;
  return null;
end $$;
create constraint trigger orders_lines_add_up after insert on orders
  deferrable initially deferred for each row execute function orders_check_lines();
create constraint trigger order_lines_add_up after insert on order_lines
  deferrable initially deferred for each row execute function orders_check_lines();

-- A delivered line has all its codes.
create function order_lines_check_delivery() returns trigger language plpgsql as $$
begin
  perform must_hold(new.quantity = (
    select count(*) from codes where line_id = new.id and state = 'sold' and member_id = new.member_id),
    'order_lines_delivered_whole', new.id);
  return null;
end $$;
create constraint trigger order_lines_delivered_whole after insert or update of state on order_lines
  deferrable initially deferred for each row when (new.state = 3) execute function order_lines_check_delivery();

-- A delivered order has no line that is neither delivered nor refunded. Checked where that can come to be: an order from
-- the wallet is stored delivered with delivered lines, and pays for none of this.
create function orders_check_delivery() returns trigger language plpgsql as $$
declare v_order text;
begin
  if tg_table_name = 'orders' then v_order := new.id; else v_order := new.order_id; end if;
  perform must_hold(not exists (
    select 1 from orders o join order_lines l on l.member_id = o.member_id and l.order_id = o.id
    where o.member_id = new.member_id and o.id = v_order and o.state = 'delivered'
      and l.state <> 3 and l.refunded_at is null), 'orders_delivered_whole', v_order);
  return null;
end $$;
create constraint trigger orders_delivered_whole after update of state on orders
  deferrable initially deferred for each row when (new.state = 'delivered') execute function orders_check_delivery();
create constraint trigger order_lines_of_delivered after insert on order_lines
  deferrable initially deferred for each row when (new.state <> 3) execute function orders_check_delivery();

-- An order that has ended holds no codes.
create function orders_check_reservations() returns trigger language plpgsql as $$
begin
  perform must_hold(not exists (
    select 1 from orders o
    join order_lines l on l.member_id = o.member_id and l.order_id = o.id
    join codes c on c.line_id = l.id and c.state = 'reserved'
    where o.member_id = new.member_id and o.id = new.id and o.state not in ('pending', 'paid', 'accepted')),
    'orders_hold_no_codes', new.id);
  return null;
end $$;
create constraint trigger orders_hold_no_codes after update of state on orders
  deferrable initially deferred for each row
  when (new.state not in ('pending', 'paid', 'accepted')) execute function orders_check_reservations();
