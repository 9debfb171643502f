-- Who decided an offer: an operator's id, or the account of the command line.
alter table sell_orders add column decided_by text;
