-- Searches for other members are counted by day and by network as well, so that nobody copies the list of names.
insert into site_options (name, value, kind, public) values
  ('throttle_search_day', '500', 'whole', false),
  ('throttle_search_address', '600', 'whole', false);
