-- When an order was delivered; of orders of before nobody knows. The median of what it took is told on the home page.
-- And when a mail server answered to the mail that says so: to whom it went, as a mask, and whether it took it.
alter table orders add column delivered_at timestamptz,
  add column mailed_at timestamptz,
  add column mailed_to text not null default '',
  add column mail_refused boolean not null default false;

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
    mail_refused as "mailRefused"
  from orders;
