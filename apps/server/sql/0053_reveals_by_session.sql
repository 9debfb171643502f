-- In which session a code was looked at: a session that was stolen shows few codes without the password.
alter table code_reveals add column session_id text;
create index code_reveals_session on code_reveals (session_id, created_at) where kind = 'view';

insert into site_options (name, value, kind, public) values
  ('reveals_without_password', '10', 'whole', false),
  ('reveals_within_minutes', '60', 'whole', false);
