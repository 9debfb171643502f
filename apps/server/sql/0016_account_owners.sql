-- An account is whose its name says. One of a member that is said to be the house's would have no balance, so nothing
-- would keep it from going below zero, and the rules about members' accounts would pass it over.
alter table ledger_accounts add constraint ledger_accounts_owned
  check (name not like 'member:%' or owner = split_part(name, ':', 2));
