-- An output that was spent in a block by no send of ours: somebody else has its key, or the books are older than the
-- chain. It is off the books, until a fork gives it back.
alter table coin_outputs add column taken boolean not null default false;

-- An output with whose it is, in the names the server uses.
create view coin_received_rows as
  select o.coin, o.txid, o.vout, w.owner, a.address, o.value, coalesce(t.id, o.made_by) as "transferId", o.credited,
    o.lost, o.matched, a.refill, o.height, o.spent_height, o.booked, o.taken, o.made_by, o.reserved_by
  from coin_outputs o
  join coin_wallets w on w.id = o.wallet_id
  join coin_addresses a on a.coin = o.coin and a.script = o.script
  left join coin_transfers t on t.coin = o.coin and t.txid = o.txid and t.vout = o.vout and t.type = 'receive';
