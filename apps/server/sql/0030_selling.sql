-- Cards members sell to the shop. The id is made from the member and the pictures, so that one set of
-- pictures is one offer, however often and by however many requests at once it is sent.
create table sell_orders (
  member_id text not null references members,
  id text not null,
  content_hash bytea not null,
  gateway text not null check (gateway in ('Wallet', 'BitCoin', 'LiteCoin')),
  payee text not null,               -- the receive address
  currency text not null,
  state text not null default 'pending' check (state in ('pending', 'paid', 'declined')),
  subtotal_minor bigint not null check (subtotal_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  total_minor bigint not null check (total_minor > 0),
  -- What the wallet gets, in its currency: reckoned when the offer is made, settled when it is paid.
  payout_currency text not null,
  payout_minor bigint check (payout_minor >= 0),
  notice text not null default '',
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  primary key (member_id, id),
  constraint sell_orders_total_adds_up check (total_minor = subtotal_minor - fee_minor),
  constraint sell_orders_decided_at_a_time check ((state = 'pending') = (decided_at is null)),
  constraint sell_orders_paid_an_amount check (state <> 'paid' or payout_minor > 0),
  constraint sell_orders_declined_with_words check (state <> 'declined' or notice <> '')
);
create unique index sell_orders_id_once on sell_orders (id);
create index sell_orders_newest on sell_orders (member_id, created_at desc, id desc);
create index sell_orders_pending on sell_orders (created_at, id) where state = 'pending';

create table sell_lines (
  member_id text not null,
  order_id text not null,
  id text not null,
  position smallint not null,
  card_id text not null references cards,
  title text not null,
  value_minor bigint not null,
  price_minor bigint not null check (price_minor > 0),
  exchange_fees_bp integer not null check (exchange_fees_bp between 0 and 10000),
  quantity integer not null constraint sell_lines_quantity check (quantity between 1 and 1000),
  fee_minor bigint not null check (fee_minor >= 0),
  front text not null,
  back text not null,
  receipt text not null,
  primary key (member_id, order_id, id),
  constraint sell_lines_order foreign key (member_id, order_id) references sell_orders
);

-- An offer is decided once, and what was offered never changes.
create function sell_orders_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (old.state <> 'pending' and new is distinct from old)
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
create trigger sell_orders_edges before update or delete on sell_orders
  for each row execute function sell_orders_guard();
create trigger sell_lines_kept before update or delete on sell_lines
  for each row execute function history_refuse_loss();

-- Paid means: the ledger has paid exactly this, once, to this member's wallet. Checked at commit.
create function sell_orders_check_payout() returns trigger language plpgsql as $$
begin
  if (select count(*) from ledger_journals j
      join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
      join ledger_accounts a on a.id = p.account_id
      where j.owner = new.member_id and j.key = 'sell:' || new.id || ':payout'
        and a.name = 'member:' || new.member_id || ':wallet:' || new.payout_currency
        and p.amount = new.payout_minor) <> 1
  then
    raise exception 'sell order % is paid without its journal', new.id
      using errcode = 'integrity_constraint_violation', constraint = 'sell_orders_paid_once';
  end if;
  return null;
end $$;
create constraint trigger sell_orders_paid_once after insert or update on sell_orders
  deferrable initially deferred for each row when (new.state = 'paid')
  execute function sell_orders_check_payout();

-- What cards cost that the shop has bought, and what it kept of that as fees.
select ledger_open('house:' || account || ':' || currency, 'house', currency)
  from unnest(array['bought_cards', 'exchange_fees']) as account,
    unnest(array['aud', 'cad', 'gbp', 'usd', 'eur']) as currency;

insert into site_options (name, value, kind, public) values
  ('max_pending_sell_orders', '20', 'whole', false),
  ('sell_payout_daily_limit', '1000', 'whole', false),
  ('verified_email_needed', '0', 'whole', false)
  on conflict (name) do nothing;
