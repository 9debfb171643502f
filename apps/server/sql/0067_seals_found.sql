-- The seal of a journal is found by the journal's transaction, the last seal of a day by its time.
create index ledger_seals_to_xid on ledger_seals (era, to_xid);
create index ledger_seals_sealed_at on ledger_seals (sealed_at, seq);
