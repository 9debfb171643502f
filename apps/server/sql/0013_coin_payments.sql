-- Orders paid in coins, and what is read of an order together with its payments.

-- Prices of coins as each source said last. Amounts are computed from them, so old ones do not count.
create table coin_prices (
  coin text not null, source text not null, usd numeric not null check (usd > 0),
  seen_at timestamptz not null default app_now(),
  primary key (coin, source)
);

-- What an order is to be paid with, locked for a while: by a send from its buyer's wallet, or by what comes to its own
-- address. Amounts are smallest units.
create table coin_quotes (
  member_id text not null, order_id text not null, coin text not null, script text not null,
  address text not null,
  tag bytea not null,
  amount bigint not null check (amount > 0),
  rate numeric not null check (rate > 0),      -- what one coin costs in the order's currency
  locked_until timestamptz not null,
  transfer_id text references coin_transfers,  -- the send that pays it
  received bigint not null default 0,          -- came to its address and has its confirmations
  paid boolean not null default false,         -- what came has paid the order
  credited bigint not null default 0 check (credited >= 0),   -- what of it went to the buyer's wallet
  given_up bigint not null default 0,          -- lost to a fork, and given up by an operator: it pays nothing any more
  created_at timestamptz not null default app_now(),
  primary key (member_id, order_id),
  constraint coin_quotes_order foreign key (member_id, order_id) references orders,
  constraint coin_quotes_address foreign key (coin, script) references coin_addresses (coin, script),
  constraint coin_quotes_script_once unique (coin, script),
  constraint coin_quotes_given_up check (given_up between 0 and amount),
  constraint coin_quotes_spent_once check (received >= credited + case when paid then amount - given_up else 0 end)
);

-- At commit: an order goes on only with the send that pays it, with what came to its address, or when what these did not
-- bring was given up.
create function orders_check_coins() returns trigger language plpgsql as $$
begin
  perform must_hold(exists (
    select 1 from coin_quotes q left join coin_transfers t on t.id = q.transfer_id
    where q.member_id = new.member_id and q.order_id = new.id
      and (q.paid or q.given_up > 0
        or t.order_id = new.id and t.value = q.amount and t.state in ('unconfirmed', 'confirmed'))),
    'orders_paid_by_coins', new.id);
  return null;
end $$;
create constraint trigger orders_paid_by_coins after insert or update of state on orders
  deferrable initially deferred for each row
  when (new.gateway in ('BitCoin', 'LiteCoin') and new.state in ('paid', 'accepted', 'delivered'))
  execute function orders_check_coins();

-- Whether the coins that paid an order are gone: a fork took them, or the send that paid it came to nothing.
create function are_coins_gone(of_member text, of_order text) returns boolean language sql stable as $$
  select exists (select 1 from coin_quotes q
    where q.member_id = of_member and q.order_id = of_order and case when q.paid
      then q.received - q.credited - (q.amount - q.given_up) < (
        select coalesce(sum(o.lost), 0) from coin_outputs o
        where o.coin = q.coin and o.script = q.script and o.made_by is null
          and o.matched and not o.booked and not o.taken)
      else exists (select 1 from coin_transfers t where t.id = q.transfer_id
        and t.state in ('failed', 'rejected')) end)
$$;

-- Whether what paid an order is gone: its coins, or a card payment the provider took back by anything but a refund made in
-- its dashboard. A send that no node has pays nothing yet, or any more.
create function is_payment_gone(of_member text, of_order text) returns boolean language sql stable as $$
  select are_coins_gone(of_member, of_order)
    or exists (select 1 from coin_quotes q join coin_transfers t on t.id = q.transfer_id
      where q.member_id = of_member and q.order_id = of_order and not q.paid
        and t.state not in ('unconfirmed', 'confirmed'))
    or exists (select 1 from capture_sums c
      where c.member_id = of_member and c.order_id = of_order and c.use = 'order'
        and c.reversed_minor > c.restored_minor and c.disputed is not false)
$$;

-- An order without its lines, in the names the server uses, and what its receipt says of its payment. `paying`: the
-- provider holds its payment, so it can not be cancelled. Coins are looked up of orders by coins alone.
create view order_heads as
  select member_id as "memberId", id, client_id as "clientId", content_hash as "contentHash", gateway, currency, state,
    fail_reason as "failReason", subtotal_minor as "subtotalMinor", service_charge_minor as "serviceChargeMinor",
    discount_minor as "discountMinor", total_minor as "totalMinor", wallet_minor as "walletMinor",
    cashback_minor as "cashbackMinor", refunded_minor as "refundedMinor", payment_id as "paymentId", notice,
    created_at as "createdAt", lapses_at as "lapsesAt", state = 'pending' and exists (
      select 1 from payments p where p.member_id = orders.member_id and p.order_id = orders.id
        and p.state = 'claimed') as paying,
    delivered_at as "deliveredAt", mailed_at as "mailedAt", mailed_to as "mailedTo", mail_refused as "mailRefused",
    case when gateway in ('BitCoin', 'LiteCoin') then (select q.amount from coin_quotes q
      where q.member_id = orders.member_id and q.order_id = orders.id) end as "coinAmount",
    case when gateway in ('BitCoin', 'LiteCoin') then (select q.rate::text from coin_quotes q
      where q.member_id = orders.member_id and q.order_id = orders.id) end as "coinRate",
    case when gateway in ('BitCoin', 'LiteCoin') then (select t.fee from coin_quotes q
      join coin_transfers t on t.id = q.transfer_id
      where q.member_id = orders.member_id and q.order_id = orders.id) end as "coinFee"
  from orders;
