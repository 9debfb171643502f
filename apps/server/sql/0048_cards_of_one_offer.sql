-- Each card of an offer has to be seen on its pictures: so many fit on one set of them.
insert into site_options (name, value, kind, public) values
  ('max_cards_per_sale', '4', 'whole', false)
  on conflict (name) do nothing;
