-- Where files are kept, by the marker that lies beside them: another disk or bucket is not taken for it.
create table file_places (
  name text primary key,
  id text not null,
  since timestamptz not null default app_now()
);

-- Files whose copying to another place has begun; empty but while "files move" runs or after it was killed.
create table file_moves (
  key text primary key
);
