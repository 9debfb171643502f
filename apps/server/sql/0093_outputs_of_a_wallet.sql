-- What a wallet can spend, and what is on its way to it: the index there was had another condition, and none of its readers used it.
drop index coin_outputs_wallet;
create index coin_outputs_wallet on coin_outputs (wallet_id) where spent_txid is null and not gone;

-- What a block that is given up had.
create index coin_transfers_at on coin_transfers (coin, height) where height is not null;
