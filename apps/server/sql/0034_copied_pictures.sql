-- A keyed fingerprint of a drawn picture of a card: the same picture put twice is known again. Pictures put
-- before this have none.
alter table uploads add column fingerprint bytea;
create index uploads_fingerprint on uploads (fingerprint) where fingerprint is not null;

create or replace function uploads_guard() returns trigger language plpgsql as $$
begin
  if (new.path, new.member_id, new.kind, new.signed_at, new.put_until)
     is distinct from (old.path, old.member_id, old.kind, old.signed_at, old.put_until)
    or (old.put_at is not null and (new.put_at, new.fingerprint)
      is distinct from (old.put_at, old.fingerprint))
    or (old.used_by is not null and new.used_by is not null and new.used_by <> old.used_by)
    or (old.gone_at is not null and new.gone_at is distinct from old.gone_at)
  then
    raise exception 'a picture is put once and used by one thing'
      using errcode = 'integrity_constraint_violation', constraint = 'uploads_once';
  end if;
  return new;
end $$;
