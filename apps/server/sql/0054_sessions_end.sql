-- A session ends when it was not used for some days, and at the latest some days after it began, by options
-- that hold for those that live as well. Whatever is typed there, a session lasts a day and at most ten years.
insert into site_options (name, value, kind, public) values
  ('session_idle_days', '14', 'whole', false),
  ('session_days', '30', 'whole', false);

create function session_end(began_at timestamptz, seen_at timestamptz) returns timestamptz
language sql stable as $$
  select least(
    seen_at + (select least(greatest(value::int, 1), 3650) from site_options
      where name = 'session_idle_days') * interval '1 day',
    began_at + (select least(greatest(value::int, 1), 3650) from site_options
      where name = 'session_days') * interval '1 day')
$$;

update sessions set expires_at = session_end(created_at, last_seen_at);
