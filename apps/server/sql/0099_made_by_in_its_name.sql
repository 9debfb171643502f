-- An output with whose it is, in the names the server uses, also for the send of ours that made it.
create or replace view coin_received_rows as
  select o.coin, o.txid, o.vout, w.owner, a.address, o.value, coalesce(t.id, o.made_by) as "transferId", o.credited,
    o.lost, o.matched, a.refill, o.height, o.spent_height, o.booked, o.taken, o.made_by, o.reserved_by,
    o.made_by as "madeBy"
  from coin_outputs o
  join coin_wallets w on w.id = o.wallet_id
  join coin_addresses a on a.coin = o.coin and a.script = o.script
  left join coin_transfers t on t.coin = o.coin and t.txid = o.txid and t.vout = o.vout and t.type = 'receive';
