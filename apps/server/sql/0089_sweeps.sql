-- Sends of the house to an account whose keys lie elsewhere, and the place of the address there.
create table coin_sweeps (
  transfer_id text primary key references coin_transfers,
  xpub text not null,
  index integer not null check (index >= 0)
);
create trigger coin_sweeps_kept before update or delete on coin_sweeps
  for each row execute function ledger_refuse_change();
select ledger_open('house:coin_cold:' || coin, 'house', coin) from unnest(array['btc', 'ltc']) as coin;
