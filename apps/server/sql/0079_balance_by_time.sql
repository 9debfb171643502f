-- The picture of a balance asks for it at the end of 365 days. With the balance in the index each costs a few steps
-- there, and no visit of the table: among a million movements every day's is on a page of its own.
create unique index ledger_movements_balance on ledger_movements (account_id, moved_at, nth) include (balance);
drop index ledger_movements_time;
