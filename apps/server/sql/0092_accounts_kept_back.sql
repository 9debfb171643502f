-- After a backup was put back, accounts that no wallet has may have been given out since: a rescan keeps them back, and only
-- an operator gives them away.
alter table coin_accounts add column kept_back boolean not null default false;

-- Addresses may have been, too: a rescan hands out as many as it looks at. How many a wallet had then, so that the next
-- rescan hands out none if nobody asked for one since.
alter table coin_wallets add column rescanned integer;
