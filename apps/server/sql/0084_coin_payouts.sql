-- Cards that members sell can be paid for in coins: the house sends them from its own wallet.

-- What a send of the house pays for: a sell order, once for ever. What came to nothing is paid into the wallet instead.
alter table coin_transfers
  add column sale_id text constraint coin_transfers_sale references sell_orders (id),
  add constraint coin_transfers_sale_is_sent check (sale_id is null or (type = 'send' and order_id is null));
create unique index coin_transfers_sale_once on coin_transfers (sale_id) where sale_id is not null;

create or replace function coin_transfers_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.coin, new.wallet_id, new.type, new.txid, new.vout, new.address, new.value, new.fee, new.order_id,
      new.sale_id, new.request_key)
    is distinct from (old.id, old.coin, old.wallet_id, old.type, old.txid, old.vout, old.address, old.value,
      old.fee, old.order_id, old.sale_id, old.request_key)
    or new.state <> old.state and (old.state, new.state) not in (
      ('created', 'signed'), ('created', 'failed'), ('created', 'rejected'), ('created', 'pendingApproval'),
      ('pendingApproval', 'created'), ('pendingApproval', 'rejected'), ('signed', 'unconfirmed'),
      ('signed', 'confirmed'), ('signed', 'failed'), ('unconfirmed', 'signed'), ('unconfirmed', 'confirmed'),
      ('unconfirmed', 'removed'), ('unconfirmed', 'failed'), ('removed', 'unconfirmed'), ('removed', 'confirmed'),
      ('confirmed', 'unconfirmed'))
  then
    raise exception 'coin transfer % may not go from % to %', old.id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'coin_transfers_edges';
  end if;
  return new;
end $$;

create or replace view coin_transfer_rows as
  select id, coin, wallet_id as "walletId", type, txid, address, value, fee, comment,
    order_id as "orderId", request_key as "requestKey", state, height, in_block_at as "inBlockAt",
    created_at as "createdAt", sale_id as "saleId"
  from coin_transfers;

-- Addresses of the house at which an operator fills its wallet. What comes there is the house's own; what comes to any
-- other of its addresses without a send of ours is owed back, and is never spent.
alter table coin_addresses add column refill boolean not null default false;
select ledger_open('house:coin_refills:' || coin, 'house', coin) from unnest(array['btc', 'ltc']) as coin;

-- Coins that came to nothing are paid into the member's wallet instead: what they were worth when the offer was accepted.
alter table sell_orders
  add column into_wallet_at timestamptz,
  add constraint sell_orders_into_wallet check (into_wallet_at is null or (state = 'paid' and gateway <> 'Wallet'));

-- An offer is decided once, and what was offered never changes.
create or replace function sell_orders_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (old.state <> 'pending' and (new.state, new.payout_minor, new.notice, new.decided_at)
      is distinct from (old.state, old.payout_minor, old.notice, old.decided_at))
    or (old.into_wallet_at is not null and new.into_wallet_at is distinct from old.into_wallet_at)
    or (new.member_id, new.id, new.content_hash, new.gateway, new.payee, new.currency,
        new.subtotal_minor, new.fee_minor, new.total_minor, new.payout_currency, new.created_at)
       is distinct from (old.member_id, old.id, old.content_hash, old.gateway, old.payee,
        old.currency, old.subtotal_minor, old.fee_minor, old.total_minor, old.payout_currency,
        old.created_at)
  then
    raise exception 'sell order % was decided, or may not change so', old.id
      using errcode = 'integrity_constraint_violation', constraint = 'sell_orders_edges';
  end if;
  return new;
end $$;

-- Paid means: the ledger has paid exactly this, once, to this member's wallet; or the house has sent coins to the address
-- of the offer, and paid the wallet if, and only if, these came to nothing. Checked at commit.
create or replace function sell_orders_check_payout() returns trigger language plpgsql as $$
declare
  in_wallet boolean := (select count(*) from ledger_journals j
      join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
      join ledger_accounts a on a.id = p.account_id
      where j.owner = new.member_id
        and j.key = 'sell:' || new.id || case when new.gateway = 'Wallet' then ':payout' else ':instead' end
        and a.name = 'member:' || new.member_id || ':wallet:' || new.payout_currency
        and p.amount = new.payout_minor) = 1;
  booked boolean := exists (select 1 from ledger_journals j
      where j.owner = new.member_id and j.key = 'sell:' || new.id || ':payout');
  sent text := (select t.state from coin_transfers t
      join coin_wallets w on w.id = t.wallet_id
      where t.sale_id = new.id and t.address = new.payee and w.owner = 'house'
        and t.coin = case new.gateway when 'BitCoin' then 'btc' else 'ltc' end);
begin
  if not booked
    or (new.gateway = 'Wallet' or new.into_wallet_at is not null) <> in_wallet
    or (new.gateway <> 'Wallet') <> (sent is not null)
    or (new.into_wallet_at is not null and sent not in ('failed', 'rejected'))
  then
    raise exception 'sell order % is paid without its journal', new.id
      using errcode = 'integrity_constraint_violation', constraint = 'sell_orders_paid_once';
  end if;
  return null;
end $$;
