-- What the network took for coins that were sent from the member's wallet here is read with the order: its receipt says it.
create or replace view order_heads as
  select member_id as "memberId", id, client_id as "clientId", content_hash as "contentHash",
    gateway, currency, state, fail_reason as "failReason", subtotal_minor as "subtotalMinor",
    service_charge_minor as "serviceChargeMinor", discount_minor as "discountMinor",
    total_minor as "totalMinor", wallet_minor as "walletMinor",
    cashback_minor as "cashbackMinor", refunded_minor as "refundedMinor",
    payment_id as "paymentId", notice, created_at as "createdAt", lapses_at as "lapsesAt",
    state = 'pending' and exists (select 1 from payments p where p.member_id = orders.member_id
      and p.order_id = orders.id and p.state = 'claimed') as paying,
    delivered_at as "deliveredAt", mailed_at as "mailedAt", mailed_to as "mailedTo",
    mail_refused as "mailRefused",
    -- Of orders by coins alone: others are not looked up.
    case when gateway in ('BitCoin', 'LiteCoin') then (select q.amount from coin_quotes q
      where q.member_id = orders.member_id and q.order_id = orders.id) end as "coinAmount",
    case when gateway in ('BitCoin', 'LiteCoin') then (select q.rate::text from coin_quotes q
      where q.member_id = orders.member_id and q.order_id = orders.id) end as "coinRate",
    case when gateway in ('BitCoin', 'LiteCoin') then (select t.fee from coin_quotes q
      join coin_transfers t on t.id = q.transfer_id
      where q.member_id = orders.member_id and q.order_id = orders.id) end as "coinFee"
  from orders;
