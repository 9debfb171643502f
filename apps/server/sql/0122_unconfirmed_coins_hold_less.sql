-- Coins that wait for a block hold codes and rate for a while only, and only with a fee that lets one expect a block by then.
insert into site_options (name, value, kind, public) values
  ('coin_hold_minutes', '120', 'whole', false);
-- Whether what pays an order came with such a fee; null until the node has said what it pays.
alter table coin_outputs add column fee_enough boolean;
