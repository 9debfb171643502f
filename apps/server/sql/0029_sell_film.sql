-- The film of the page about selling and its still picture. While they are empty the home page's are shown.
insert into site_options (name, value, kind, public) values
  ('sell_video', '', 'text', true),
  ('sell_poster', '', 'text', true);
