-- The identity that a session links once its second factor was given.
alter table sessions
  add column links_issuer text,
  add column links_subject text,
  add column links_by text check (links_by in ('password', 'mail')),
  add constraint sessions_links_whole check (num_nulls(links_issuer, links_subject, links_by) in (0, 3));
