-- In how many orders a member may give a card back unpaid within a day, before they hold no more of it so. They
-- are counted in orders_newest and order_lines_card_once.
insert into site_options (name, value, kind, public) values
  ('unpaid_returns_per_card', '5', 'whole', false);
