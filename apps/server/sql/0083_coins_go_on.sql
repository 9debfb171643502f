-- A send that nodes do not take is tried later and later, so that it keeps nobody else's waiting.
alter table coin_transfers
  add column next_try_at timestamptz not null default app_now(),
  add column tries integer not null default 0 check (tries >= 0);

-- What the signer refused never left: the same transaction may be wished again.
drop index coin_transfers_sent_once;
create unique index coin_transfers_sent_once on coin_transfers (coin, txid)
  where type = 'send' and state <> 'rejected';

-- What the house bore when a fork took an output back of which its owner had spent some; it is the house's again
-- when the output comes back.
alter table coin_outputs add column lost bigint not null default 0 check (lost >= 0 and lost <= value);
