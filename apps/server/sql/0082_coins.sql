-- Coins of members and of the house: wallets, the outputs that pay them, transfers, and what is believed of each chain.
-- Amounts are smallest units (a hundred-millionth). The ledger has each coin as a currency of its own; what an
-- output is to it says `booked`. docs/ARCHITECTURE.md has the journals.

-- How far a chain is booked. The network never changes: coins of another one are worth something else.
create table coin_chains (
  coin text primary key check (coin in ('btc', 'ltc')),
  network text not null check (network in ('main', 'test', 'regtest')),
  height bigint not null check (height >= 0),
  hash text not null,
  work numeric(78) not null,
  moved_at timestamptz not null default app_now(),
  looked_at timestamptz not null default app_now()   -- when the node last answered all that was asked
);
create function coin_chains_guard() returns trigger language plpgsql as $$
begin
  if new.network <> old.network then
    raise exception 'the network of % never changes', old.coin
      using errcode = 'integrity_constraint_violation', constraint = 'coin_chains_network';
  end if;
  return new;
end $$;
create trigger coin_chains_network before update on coin_chains
  for each row execute function coin_chains_guard();

-- The blocks that may still be given up for others.
create table coin_blocks (
  coin text not null references coin_chains,
  height bigint not null,
  hash text not null,
  primary key (coin, height)
);

-- Public keys of accounts, made ahead by the signer, who alone has the seed they come from.
create table coin_accounts (
  coin text not null check (coin in ('btc', 'ltc')),
  number integer not null check (number >= 0),
  xpub text not null,
  created_at timestamptz not null default app_now(),
  primary key (coin, number),
  constraint coin_accounts_xpub_once unique (coin, xpub)
);

create table coin_wallets (
  id text primary key,
  coin text not null,
  owner text not null,           -- a member's id, or 'house'
  account integer not null,
  receiving integer not null default 0,   -- the next index of each branch
  changing integer not null default 0,
  created_at timestamptz not null default app_now(),
  constraint coin_wallets_once unique (coin, owner),
  constraint coin_wallets_account_once unique (coin, account),
  constraint coin_wallets_account foreign key (coin, account) references coin_accounts
);
create index coin_wallets_owner on coin_wallets (owner);

create table coin_addresses (
  coin text not null,
  script text not null,          -- the locking script, hex
  address text not null,
  wallet_id text not null references coin_wallets,
  branch smallint not null check (branch in (0, 1)),   -- 0 receives, 1 takes change
  index integer not null check (index >= 0),
  used_at timestamptz,           -- when a payment to it was first seen
  created_at timestamptz not null default app_now(),
  primary key (coin, script),
  constraint coin_addresses_place_once unique (wallet_id, branch, index)
);

-- A send, or what one output brought.
create table coin_transfers (
  id text primary key,
  coin text not null,
  wallet_id text not null references coin_wallets,
  type text not null check (type in ('send', 'receive')),
  txid text not null,
  vout integer,                  -- of what came
  address text not null,
  value bigint not null check (value > 0),
  fee bigint not null default 0 check (fee >= 0),
  comment text not null default '',
  order_id text,                 -- what a send pays for
  request_key text,              -- the client's, which makes a send safe to repeat
  depth integer not null default 0,   -- how many of our own waiting transactions it stands on
  state text not null check (state in ('created', 'pendingApproval', 'signed', 'unconfirmed', 'confirmed',
    'removed', 'failed', 'rejected')),
  height bigint,                 -- the block it is in
  in_block_at timestamptz,
  settled integer not null default 0,   -- how often the ledger had it settled: a fork may take that back
  created_at timestamptz not null default app_now(),
  constraint coin_transfers_output check ((type = 'receive') = (vout is not null)),
  constraint coin_transfers_request_once unique (wallet_id, request_key)
);
create unique index coin_transfers_order_once on coin_transfers (wallet_id, order_id)
  where state not in ('failed', 'rejected');
-- One credit for each output, one transaction for each send.
create unique index coin_transfers_received_once on coin_transfers (coin, txid, vout) where type = 'receive';
create unique index coin_transfers_sent_once on coin_transfers (coin, txid) where type = 'send';
create index coin_transfers_newest on coin_transfers (wallet_id, created_at desc, id desc);
create index coin_transfers_moving on coin_transfers (coin, created_at)
  where state in ('created', 'signed', 'unconfirmed');

create function coin_transfers_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.coin, new.wallet_id, new.type, new.txid, new.vout, new.address, new.value, new.fee, new.order_id,
      new.request_key)
    is distinct from (old.id, old.coin, old.wallet_id, old.type, old.txid, old.vout, old.address, old.value,
      old.fee, old.order_id, old.request_key)
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
create trigger coin_transfers_edges before update on coin_transfers
  for each row execute function coin_transfers_guard();

create table coin_transfer_events (
  transfer_id text not null references coin_transfers,
  nth integer generated always as identity,
  action text not null,
  created_at timestamptz not null default app_now(),
  primary key (transfer_id, nth)
);
create function coin_transfers_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    insert into coin_transfer_events (transfer_id, action) values (new.id, new.state);
  end if;
  return null;
end $$;
create trigger coin_transfers_history after insert or update of state on coin_transfers
  for each row execute function coin_transfers_note();

-- Outputs that pay a wallet, seen in a block or waiting for one.
create table coin_outputs (
  coin text not null,
  txid text not null,
  vout integer not null,
  wallet_id text not null references coin_wallets,
  script text not null,
  value bigint not null check (value > 0),
  kind text not null check (kind in ('plain', 'coinbase', 'hogex')),
  height bigint,                 -- the block it is in; none while it waits
  made_by text references coin_transfers,      -- the send of ours that made it: change, or what pays the house
  reserved_by text references coin_transfers,  -- the send of ours that spends it
  spent_txid text,               -- what spends it in a block
  spent_height bigint,
  booked boolean not null default false,       -- the ledger counts it as lying on the chain
  credited integer not null default 0,         -- how often it was credited: a fork may take that back
  gone boolean not null default false,         -- it was seen and is not there any more
  created_at timestamptz not null default app_now(),
  primary key (coin, txid, vout),
  constraint coin_outputs_address foreign key (coin, script) references coin_addresses (coin, script),
  constraint coin_outputs_spent check ((spent_txid is null) = (spent_height is null))
);
create index coin_outputs_wallet on coin_outputs (wallet_id) where booked or height is null;
create index coin_outputs_ripening on coin_outputs (coin, height) where not booked and not gone and made_by is null;
create index coin_outputs_made on coin_outputs (made_by) where made_by is not null;
create index coin_outputs_reserved on coin_outputs (reserved_by) where reserved_by is not null;
create index coin_outputs_waiting on coin_outputs (coin) where height is null and not gone;
create index coin_outputs_spent_at on coin_outputs (coin, spent_height) where spent_height is not null;
create index coin_outputs_at on coin_outputs (coin, height) where height is not null;

-- What the signer is asked to sign: a whole unsigned transaction, with what it needs to know of each input, under a
-- tag it can check. Nothing of a wish changes but what the signer answers, and that once.
create table coin_wishes (
  number bigint generated always as identity primary key,
  coin text not null,
  transfer_id text not null constraint coin_wishes_transfer_once unique references coin_transfers,
  wish text not null,            -- JSON
  tag bytea not null,
  created_at timestamptz not null default app_now(),
  raw text,                      -- the signed transaction, hex
  refusal text,                  -- why it was not signed
  answered_at timestamptz
);
create index coin_wishes_open on coin_wishes (number) where answered_at is null;
create function coin_wishes_guard() returns trigger language plpgsql as $$
begin
  if (new.number, new.coin, new.transfer_id, new.wish, new.tag)
      is distinct from (old.number, old.coin, old.transfer_id, old.wish, old.tag)
    or old.answered_at is not null then
    raise exception 'a wish never changes' using errcode = 'integrity_constraint_violation',
      constraint = 'coin_wishes_once';
  end if;
  return new;
end $$;
create trigger coin_wishes_once before update on coin_wishes
  for each row execute function coin_wishes_guard();
create trigger coin_wishes_kept before delete on coin_wishes
  for each row execute function ledger_refuse_change();

-- What an order is to be paid with, locked for a while.
create table coin_quotes (
  member_id text not null,
  order_id text not null,
  coin text not null,
  script text not null,
  address text not null,
  amount bigint not null check (amount > 0),
  rate numeric not null check (rate > 0),      -- what one coin costs in the order's currency
  rate_facts jsonb not null,
  locked_until timestamptz not null,
  transfer_id text references coin_transfers,  -- what pays it
  created_at timestamptz not null default app_now(),
  primary key (member_id, order_id),
  constraint coin_quotes_order foreign key (member_id, order_id) references orders,
  constraint coin_quotes_address foreign key (coin, script) references coin_addresses (coin, script),
  constraint coin_quotes_script_once unique (coin, script)
);

-- An order that a coin pays for goes on only with the send that pays it. Checked at commit.
create function orders_check_coins() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from coin_quotes q join coin_transfers t on t.id = q.transfer_id
      where q.member_id = new.member_id and q.order_id = new.id and t.order_id = new.id
        and t.value = q.amount and t.state in ('unconfirmed', 'confirmed'))
  then
    raise exception 'order % is % without its coins', new.id, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'orders_paid_by_coins';
  end if;
  return null;
end $$;
create constraint trigger orders_paid_by_coins after insert or update of state on orders
  deferrable initially deferred for each row
  when (new.gateway in ('BitCoin', 'LiteCoin') and new.state in ('paid', 'accepted', 'delivered'))
  execute function orders_check_coins();

-- Prices of coins as each source said last; money is computed of them, so old ones are none.
create table coin_prices (
  coin text not null,
  source text not null,
  usd numeric not null check (usd > 0),
  seen_at timestamptz not null default app_now(),
  primary key (coin, source)
);

-- The house's accounts of each coin.
select ledger_open('house:' || account || ':' || coin, 'house', coin)
from unnest(array['coin_chain', 'coin_sending', 'coin_fees', 'conversion', 'unmatched', 'losses']) as account,
  unnest(array['btc', 'ltc']) as coin;

insert into site_options (name, value, kind, public) values
  ('coin_send_daily_limit', '1000', 'whole', false),
  ('coin_confirmations_btc', '3', 'whole', false),
  ('coin_confirmations_ltc', '6', 'whole', false);

-- A transfer in the names the server uses.
create view coin_transfer_rows as
  select id, coin, wallet_id as "walletId", type, txid, address, value, fee, comment,
    order_id as "orderId", request_key as "requestKey", state, height, in_block_at as "inBlockAt",
    created_at as "createdAt"
  from coin_transfers;
