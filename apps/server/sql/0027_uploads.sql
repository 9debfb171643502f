-- Pictures of members. A row is written when an address is signed; the picture itself is in the storage,
-- under the same path. Whoever uses a picture writes down for what, in the transaction that needs it.
create table uploads (
  path text primary key,
  member_id text not null references members,
  kind text not null check (kind in ('profilepictures', 'kycDocs', 'sellimages')),
  signed_at timestamptz not null default app_now(),
  put_until timestamptz not null,
  put_at timestamptz,
  used_by text,                 -- such as an order's id: one picture is used by one thing
  used_at timestamptz,
  idle_since timestamptz not null default app_now(),   -- since when nobody has wanted it
  gone_at timestamptz,          -- it counts as deleted; the file follows
  removed_at timestamptz,       -- when the file was deleted
  constraint uploads_used_at_a_time check ((used_by is null) = (used_at is null)),
  constraint uploads_used_when_put check (used_by is null or put_at is not null),
  constraint uploads_gone_unused check (gone_at is null or used_by is null),
  constraint uploads_removed_when_gone check (removed_at is null or gone_at is not null)
);
create index uploads_member on uploads (member_id) where used_by is null and gone_at is null;
create index uploads_used on uploads (used_by) where used_by is not null;
create index uploads_idle on uploads (idle_since) where used_by is null and gone_at is null;
create index uploads_gone on uploads (gone_at) where gone_at is not null;

-- What a picture is never changes; it is put once, used by one thing at a time, and gone for good.
create function uploads_guard() returns trigger language plpgsql as $$
begin
  if (new.path, new.member_id, new.kind, new.signed_at, new.put_until)
     is distinct from (old.path, old.member_id, old.kind, old.signed_at, old.put_until)
    or (old.put_at is not null and new.put_at is distinct from old.put_at)
    or (old.used_by is not null and new.used_by is not null and new.used_by <> old.used_by)
    or (old.gone_at is not null and new.gone_at is distinct from old.gone_at)
  then
    raise exception 'a picture is put once and used by one thing'
      using errcode = 'integrity_constraint_violation', constraint = 'uploads_once';
  end if;
  return new;
end $$;
create trigger uploads_once before update on uploads
  for each row execute function uploads_guard();

-- Every look of an operator at a private picture, written before it is shown. Never changed or forgotten.
create table upload_reads (
  id bigint generated always as identity primary key,
  path text not null,
  member_id text not null,
  operator text not null check (operator <> ''),
  reason text not null check (reason <> ''),
  read_at timestamptz not null default app_now()
);
create trigger upload_reads_kept before update or delete on upload_reads
  for each row execute function history_refuse_loss();
create trigger upload_reads_no_truncate before truncate on upload_reads
  for each statement execute function history_refuse_loss();

insert into site_options (name, value, kind, public) values
  ('throttle_upload_member', '120', 'whole', false),
  ('throttle_upload_megabytes', '300', 'whole', false),
  ('max_unused_uploads_per_member', '100', 'whole', false);
