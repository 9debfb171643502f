-- What the codes that a session shows without the password may have cost together, in whole major units.
insert into site_options (name, value, kind, public) values
  ('reveals_value_without_password', '100', 'whole', false);
