-- Cards members sell to the shop. What was offered never changes, and an offer is decided once.

-- The id is made from the member and the pictures: one set of pictures is one offer, however often it is sent.
create table sell_orders (
  member_id text not null references members,
  id text not null,
  content_hash bytea not null,
  gateway text not null check (gateway in ('Wallet', 'BitCoin', 'LiteCoin')),
  payee text not null,               -- the receive address
  currency text not null,
  state text not null default 'pending' check (state in ('pending', 'paid', 'declined')),
  subtotal_minor bigint not null check (subtotal_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0), total_minor bigint not null check (total_minor > 0),
  -- What the wallet gets, in its currency: an estimate with the offer, final when it is paid.
  payout_currency text not null,
  payout_minor bigint check (payout_minor >= 0),
  notice text not null default '',
  created_at timestamptz not null default app_now(), decided_at timestamptz,
  into_wallet_at timestamptz,        -- the coins came to nothing: their worth when it was accepted went into the wallet
  primary key (member_id, id),
  constraint sell_orders_total_adds_up check (total_minor = subtotal_minor - fee_minor),
  constraint sell_orders_decided_at_a_time check ((state = 'pending') = (decided_at is null)),
  constraint sell_orders_paid_an_amount check (state <> 'paid' or payout_minor > 0),
  constraint sell_orders_declined_with_words check (state <> 'declined' or notice <> ''),
  constraint sell_orders_into_wallet check (into_wallet_at is null or (state = 'paid' and gateway <> 'Wallet'))
);
create unique index sell_orders_id_once on sell_orders (id);
create index sell_orders_newest on sell_orders (member_id, created_at desc, id desc);
create index sell_orders_pending on sell_orders (created_at, id) where state = 'pending';
create index sell_orders_waiting on sell_orders (member_id) where state = 'pending';

create table sell_lines (
  member_id text not null, order_id text not null, id text not null, position smallint not null,
  card_id text not null references cards, title text not null,
  value_minor bigint not null, price_minor bigint not null check (price_minor > 0),
  exchange_fees_bp integer not null check (exchange_fees_bp between 0 and 10000),
  quantity integer not null constraint sell_lines_quantity check (quantity between 1 and 1000),
  fee_minor bigint not null check (fee_minor >= 0), front text not null, back text not null, receipt text not null,
  primary key (member_id, order_id, id),
  constraint sell_lines_order foreign key (member_id, order_id) references sell_orders
);
call keep_rows('sell_lines', 'update or delete');

create trigger sell_orders_edges before update on sell_orders for each row when (
  (old.state <> 'pending' and (new.state, new.payout_minor, new.notice, new.decided_at)
    is distinct from (old.state, old.payout_minor, old.notice, old.decided_at))
  or (old.into_wallet_at is not null and new.into_wallet_at is distinct from old.into_wallet_at)
  or (new.member_id, new.id, new.content_hash, new.gateway, new.payee, new.currency, new.subtotal_minor,
    new.fee_minor, new.total_minor, new.payout_currency, new.created_at)
     is distinct from (old.member_id, old.id, old.content_hash, old.gateway, old.payee, old.currency,
       old.subtotal_minor, old.fee_minor, old.total_minor, old.payout_currency, old.created_at)
) execute function refuse('a sell order is decided once and keeps what was offered');
call keep_rows('sell_orders');

-- At commit: a paid offer has its journal. It paid exactly this to the member's wallet, once; or the house sent coins to
-- the address of the offer, and paid the wallet if, and only if, these came to nothing.
create function sell_orders_check_payout() returns trigger language plpgsql as $$
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
  perform must_hold(booked
    and (new.gateway = 'Wallet' or new.into_wallet_at is not null) = in_wallet
    and (new.gateway <> 'Wallet') = (sent is not null)
    and (new.into_wallet_at is null or sent in ('failed', 'rejected')), 'sell_orders_paid_once', new.id);
  return null;
end $$;
create constraint trigger sell_orders_paid_once after insert or update on sell_orders
  deferrable initially deferred for each row when (new.state = 'paid') execute function sell_orders_check_payout();
