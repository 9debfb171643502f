-- A fork takes a deposit back, and may give it again: what we signed that spends it waits for that. Once another
-- transaction has spent what the deposit was made of, deep in the chain, it never comes again.

-- What the transactions spend that pay wallets.
create table coin_inputs (
  coin text not null,
  txid text not null,
  spent_txid text not null,
  spent_vout integer not null,
  primary key (spent_txid, spent_vout, coin, txid)
);

-- The block that has such another transaction; of coins that are new with their block the height of the one that was given up.
alter table coin_outputs add column dead_height bigint,
  add constraint coin_outputs_dead check (dead_height is null or height is null);
create index coin_outputs_dead_at on coin_outputs (coin, dead_height) where dead_height is not null;
