-- By what a key is recognised: a digest made of the key, from which the key can not be had. The first process that
-- has a key writes its digest; every process that starts later compares its own with it.
create table key_checks (
  name text primary key,
  digest bytea not null check (length(digest) = 32),
  created_at timestamptz not null default app_now()
);
