-- The still picture of the home page's film, shown before it plays and where nothing may move.
insert into site_options (name, value, kind, public) values ('banner_poster', '', 'text', true);
