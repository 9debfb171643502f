-- What an account, a wallet and the address of an order are is under a tag of the wish key, which the database does not
-- have: the signer tags accounts, the shop the other two, and neither works with one whose tag is wrong. The house's
-- account is 0, of each coin, and nobody else's.
alter table coin_accounts add column tag bytea not null;
alter table coin_wallets add column tag bytea not null;
alter table coin_wallets add constraint coin_wallets_house check ((owner = 'house') = (account = 0));
alter table coin_quotes add column tag bytea not null;
