-- Keys turned: when a process last encrypted with a key, when it was dropped, and the walks to a newer one.

alter table key_checks
  add column sealed_at timestamptz,    -- when a process was last seen that encrypts with it; null: only known so far
  add column dropped_at timestamptz;   -- nothing is under it any more
-- Of databases written before: which of them was first is not known.
update key_checks set sealed_at = created_at where name like 'ENCRYPTION_KEYS %';

create view encryption_keys as
  select substr(name, 17)::integer as number, digest, sealed_at, dropped_at from key_checks where name like 'ENCRYPTION_KEYS %';

create table key_walks (
  place text primary key, to_key integer not null,
  after text not null default '',      -- the last id that was read
  seen bigint not null default 0, changed bigint not null default 0, failed bigint not null default 0,
  began_at timestamptz not null default app_now(), ended_at timestamptz,
  held_until timestamptz               -- a process walks until then
);
