-- What a check knew of the chain of seals when it ended: the seal behind which it began (0: the whole chain),
-- and the last one that fits. The next check goes on from there; once a day one begins at the first seal.
alter table ledger_checks
  add column chain_behind bigint,
  add column chain_seal bigint,
  add column chain_hash bytea,
  add constraint ledger_checks_chain check ((chain_seal is null) = (chain_hash is null));
