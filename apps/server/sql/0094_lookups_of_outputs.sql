-- What waits for its confirmations: what was spent in the meantime is found by the send that spends it, and no longer read
-- with every block of a chain's life.
drop index coin_outputs_ripening;
create index coin_outputs_ripening on coin_outputs (coin, height)
  where not booked and not gone and made_by is null and spent_txid is null;

-- What came to the address of an order, whatever became of it.
drop index coin_outputs_unmatched;
create index coin_outputs_came on coin_outputs (coin, script) where made_by is null;
