-- What the house sent to its cold account after the backup that was put back: no send of the books says so, the chain does.
create table coin_cold_found (
  coin text not null,
  txid text not null,
  vout integer not null,
  value bigint not null check (value > 0),
  xpub text not null,
  index integer not null check (index >= 0),
  created_at timestamptz not null default app_now(),
  primary key (coin, txid, vout)
);
create trigger coin_cold_found_kept before update or delete on coin_cold_found
  for each row execute function ledger_refuse_change();
