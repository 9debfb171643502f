-- What an account, a wallet and the address of an order are is under a tag of the wish key, which the database does not
-- have: the signer tags accounts, the shop the other two, and neither works with one whose tag is wrong. The house's
-- account is 0, of each coin, and nobody else's.
-- Codes, papers and pictures are encrypted for their row and owner from here on: what an earlier commit encrypted would not
-- open any more. Nothing was released, so nothing is converted.
do $$ begin
  if exists (select from codes) or exists (select from uploads) or exists (select from kyc_submissions)
    or exists (select from coin_accounts)
  then raise exception 'This database was made by a commit before the first release, whose codes and coin wallets this one can not open. Start with an empty database and an empty DATA_DIR, or go back to that commit.';
  end if;
end $$;

alter table coin_accounts add column tag bytea not null;
alter table coin_wallets add column tag bytea not null;
alter table coin_wallets add constraint coin_wallets_house check ((owner = 'house') = (account = 0));
alter table coin_quotes add column tag bytea not null;
