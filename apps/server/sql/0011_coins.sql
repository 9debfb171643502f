-- Wallets of members and of the house, the outputs that pay them, and transfers. Amounts are smallest units (a
-- hundred-millionth). The ledger has each coin as a currency of its own. docs/ARCHITECTURE.md has the journals.

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
create trigger coin_chains_network before update on coin_chains for each row when (
  new.network <> old.network
) execute function refuse('the network of a chain never changes');

-- The blocks that a fork may still replace.
create table coin_blocks (
  coin text not null references coin_chains, height bigint not null, hash text not null,
  primary key (coin, height)
);

-- Public keys of accounts, made ahead by the signer, who alone has the seed. Accounts, wallets and addresses of orders
-- carry a tag (a MAC of the wish key, which the database does not have): nothing works with one whose tag is wrong.
create table coin_accounts (
  coin text not null check (coin in ('btc', 'ltc')),
  number integer not null check (number >= 0),
  xpub text not null,
  tag bytea not null,
  -- A rescan after a restore keeps back accounts that may have been given out since; an operator gives them away.
  kept_back boolean not null default false, created_at timestamptz not null default app_now(),
  primary key (coin, number),
  constraint coin_accounts_xpub_once unique (coin, xpub)
);

create table coin_wallets (
  id text primary key,
  coin text not null,
  owner text not null,           -- a member's id, or 'house', whose account is 0
  account integer not null,
  tag bytea not null,
  receiving integer not null default 0,   -- the next index of each branch
  changing integer not null default 0,
  rescanned integer,             -- `receiving` after the last rescan: the next one hands out none if it is the same
  created_at timestamptz not null default app_now(),
  constraint coin_wallets_once unique (coin, owner),
  constraint coin_wallets_account_once unique (coin, account),
  constraint coin_wallets_account foreign key (coin, account) references coin_accounts,
  constraint coin_wallets_house check ((owner = 'house') = (account = 0))
);
create index coin_wallets_owner on coin_wallets (owner);

create table coin_addresses (
  coin text not null,
  script text not null,          -- the locking script, hex
  address text not null,
  wallet_id text not null references coin_wallets,
  branch smallint not null check (branch in (0, 1)),   -- 0 receives, 1 takes change
  index integer not null check (index >= 0),
  -- What comes here is the house's own: an operator's refill, or its change. What comes to any other address of the house
  -- without a send of ours is owed back, and never spent.
  refill boolean not null default false,
  used_at timestamptz,           -- when a payment to it was first seen
  created_at timestamptz not null default app_now(),
  primary key (coin, script),
  constraint coin_addresses_place_once unique (wallet_id, branch, index)
);
create unique index coin_addresses_address_once on coin_addresses (coin, address);

-- A send, or what one output brought.
create table coin_transfers (
  id text primary key,
  coin text not null,
  wallet_id text not null references coin_wallets,
  type text not null check (type in ('send', 'receive')),
  txid text not null,
  vout integer,                  -- of what came
  address text not null,
  value bigint not null, fee bigint not null default 0 check (fee >= 0),
  comment text not null default '',
  order_id text,                 -- the order a send pays for
  sale_id text constraint coin_transfers_sale references sell_orders (id),   -- the sell order a send of the house pays for
  -- The send whose low fee it makes up for, by spending its change at a higher one (child pays for parent).
  bumps text constraint coin_transfers_bumps references coin_transfers (id),
  request_key text,              -- the client's, which makes a send safe to repeat
  depth integer not null default 0,   -- how many of our own waiting transactions it stands on
  state text not null check (state in ('created', 'pendingApproval', 'signed', 'unconfirmed', 'confirmed',
    'removed', 'failed', 'rejected')),
  next_try_at timestamptz not null default app_now(),   -- what nodes do not take is tried later and later
  tries integer not null default 0 check (tries >= 0),
  height bigint,                 -- the block it is in
  in_block_at timestamptz,
  settled integer not null default 0,   -- how often the ledger had it settled: a fork may take that back
  created_at timestamptz not null default app_now(),
  constraint coin_transfers_value_check check (value > 0 or value = 0 and bumps is not null),
  constraint coin_transfers_output check ((type = 'receive') = (vout is not null)),
  constraint coin_transfers_request_once unique (wallet_id, request_key),
  constraint coin_transfers_sale_is_sent check (sale_id is null or (type = 'send' and order_id is null)),
  constraint coin_transfers_bump_pays_nobody check (
    bumps is null or type = 'send' and value = 0 and order_id is null and sale_id is null)
);
create unique index coin_transfers_order_once on coin_transfers (wallet_id, order_id)
  where state not in ('failed', 'rejected');
create unique index coin_transfers_sale_once on coin_transfers (sale_id) where sale_id is not null;
create unique index coin_transfers_bumped_once on coin_transfers (bumps)
  where bumps is not null and state not in ('failed', 'rejected');
-- One credit for each output, one transaction for each send; what the signer refused may be wished again. The
-- transaction comes first: while a table outgrows its statistics, PostgreSQL would look by the coin alone.
create unique index coin_transfers_received_once on coin_transfers (txid, vout, coin) where type = 'receive';
create unique index coin_transfers_sent_once on coin_transfers (txid, coin) where type = 'send' and state <> 'rejected';
create index coin_transfers_newest on coin_transfers (wallet_id, created_at desc, id desc);
create index coin_transfers_moving on coin_transfers (coin, created_at)
  where state in ('created', 'signed', 'unconfirmed');
create index coin_transfers_at on coin_transfers (coin, height) where height is not null;
create trigger coin_transfers_edges before update on coin_transfers for each row when (
  (new.id, new.coin, new.wallet_id, new.type, new.txid, new.vout, new.address, new.value, new.fee, new.order_id,
    new.sale_id, new.bumps, new.request_key)
  is distinct from (old.id, old.coin, old.wallet_id, old.type, old.txid, old.vout, old.address, old.value,
    old.fee, old.order_id, old.sale_id, old.bumps, old.request_key)
  or new.state <> old.state and (old.state, new.state) not in (
    ('created', 'signed'), ('created', 'failed'), ('created', 'rejected'), ('created', 'pendingApproval'),
    ('pendingApproval', 'created'), ('pendingApproval', 'rejected'), ('signed', 'unconfirmed'),
    ('signed', 'confirmed'), ('signed', 'failed'), ('unconfirmed', 'signed'), ('unconfirmed', 'confirmed'),
    ('unconfirmed', 'removed'), ('unconfirmed', 'failed'), ('removed', 'unconfirmed'), ('removed', 'confirmed'),
    ('confirmed', 'unconfirmed'))
) execute function refuse('a coin transfer moves along its edges and keeps what it pays');

create table coin_transfer_events (
  transfer_id text not null references coin_transfers, nth integer generated always as identity,
  action text not null, created_at timestamptz not null default app_now(),
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

-- Outputs that pay a wallet, in a block or waiting for one.
create table coin_outputs (
  coin text not null, txid text not null, vout integer not null,
  wallet_id text not null references coin_wallets,
  script text not null,
  value bigint not null check (value > 0),
  kind text not null check (kind in ('plain', 'coinbase', 'hogex')),
  height bigint,                 -- the block it is in; none while it waits
  fee_enough boolean,            -- whether its fee lets one expect a block soon; null until the node has said
  made_by text references coin_transfers,      -- the send of ours that made it: change, or what pays the house
  reserved_by text references coin_transfers,  -- the send of ours that spends it
  spent_txid text,               -- what spends it in a block
  spent_height bigint,
  booked boolean not null default false,       -- the ledger counts it as lying on the chain
  credited integer not null default 0,         -- how often it was credited: a fork may take that back
  matched boolean not null default false,      -- it is counted with the order whose address it came to
  -- What the house bore when a fork took it back after its owner had spent some; the house's again if it comes back.
  lost bigint not null default 0 check (lost >= 0 and lost <= value),
  gone boolean not null default false,         -- it was seen and is not there any more
  taken boolean not null default false,        -- a transaction that is none of ours spent it: it is off the books
  -- The block in which another transaction spent what it was made of; of a coinbase, its block that a fork replaced.
  dead_height bigint, created_at timestamptz not null default app_now(),
  primary key (coin, txid, vout),
  constraint coin_outputs_address foreign key (coin, script) references coin_addresses (coin, script),
  constraint coin_outputs_spent check ((spent_txid is null) = (spent_height is null)),
  constraint coin_outputs_dead check (dead_height is null or height is null)
);
create index coin_outputs_wallet on coin_outputs (wallet_id) where spent_txid is null and not gone;
create index coin_outputs_ripening on coin_outputs (coin, height)
  where not booked and not gone and made_by is null and spent_txid is null;
create index coin_outputs_came on coin_outputs (coin, script) where made_by is null;
create index coin_outputs_made on coin_outputs (made_by) where made_by is not null;
create index coin_outputs_reserved on coin_outputs (reserved_by) where reserved_by is not null;
create index coin_outputs_waiting on coin_outputs (coin) where height is null and not gone;
create index coin_outputs_spent_at on coin_outputs (coin, spent_height) where spent_height is not null;
create index coin_outputs_at on coin_outputs (coin, height) where height is not null;
create index coin_outputs_dead_at on coin_outputs (coin, dead_height) where dead_height is not null;

-- What the transactions spend that pay wallets: once another transaction has spent one of these, deep in the chain, the
-- deposit never comes again.
create table coin_inputs (
  coin text not null, txid text not null, spent_txid text not null, spent_vout integer not null,
  primary key (spent_txid, spent_vout, coin, txid)
);

-- An output with its owner, in the names the server uses.
create view coin_received_rows as
  select o.coin, o.txid, o.vout, w.owner, a.address, o.value, coalesce(t.id, o.made_by) as "transferId", o.credited,
    o.lost, o.matched, a.refill, o.height, o.spent_height, o.booked, o.taken, o.made_by, o.reserved_by,
    o.made_by as "madeBy"
  from coin_outputs o
  join coin_wallets w on w.id = o.wallet_id
  join coin_addresses a on a.coin = o.coin and a.script = o.script
  left join coin_transfers t on t.coin = o.coin and t.txid = o.txid and t.vout = o.vout and t.type = 'receive';
