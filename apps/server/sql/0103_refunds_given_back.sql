-- Whoever sends a refused refund again says how much of it was given back otherwise.
alter table refunds drop column untold_before;
