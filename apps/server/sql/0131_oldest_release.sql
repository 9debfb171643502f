-- The number of the newest migration of the oldest release that can run on this schema, as the newest release says.
create table oldest_release (
  single boolean primary key default true check (single),
  migration integer not null
);
insert into oldest_release (migration) values (0);
