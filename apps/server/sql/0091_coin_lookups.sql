-- What comes names an address: each block looked through all of them, whoever's they were. No two are the same.
create unique index coin_addresses_address_once on coin_addresses (coin, address);

-- The transaction first: while a table grows quicker than its statistics, PostgreSQL takes an index that begins with the coin
-- for good enough by the coin alone, and reads all of it for each row.
drop index coin_transfers_received_once;
create unique index coin_transfers_received_once on coin_transfers (txid, vout, coin) where type = 'receive';
drop index coin_transfers_sent_once;
create unique index coin_transfers_sent_once on coin_transfers (txid, coin)
  where type = 'send' and state <> 'rejected';
