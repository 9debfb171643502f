-- A refund is sent until the provider has made it or says that it never will.
alter table refunds
  -- Which try it is; each has its own key at the provider, from the second one on.
  add column attempt integer not null default 0,
  -- The try may have been sent and is not answered for good: it keeps its key and its amount.
  add column claimed boolean not null default false,
  -- What of the amount is not sent, because the provider took it back from the house by itself.
  add column reversed_minor bigint not null default 0,
  add column asked integer not null default 0,
  add column ask_at timestamptz not null default app_now() + interval '1 minute',
  -- The provider's last word that was not yes.
  add column problem text,
  add constraint refunds_reversed_bounded check (reversed_minor between 0 and amount_minor);

drop index refunds_pending;
create index refunds_due on refunds (ask_at) where state = 'pending';
create index refunds_open on refunds (created_at) where state <> 'done';
create index refunds_capture on refunds (provider, capture_id);

-- What is owed to a card does not change, and what was sent is not owed again.
create function refunds_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.member_id, new.order_id, new.provider, new.capture_id, new.amount_minor,
      new.currency, new.source, new.created_at)
     is distinct from (old.id, old.member_id, old.order_id, old.provider, old.capture_id,
      old.amount_minor, old.currency, old.source, old.created_at)
    or old.state = 'done'
    or new.attempt < old.attempt or new.reversed_minor < old.reversed_minor
    -- A try that may be under way is for the amount it was sent with.
    or (old.claimed and new.reversed_minor <> old.reversed_minor)
  then
    raise exception 'refund % keeps what is owed', old.id
      using errcode = 'integrity_constraint_violation', constraint = 'refunds_kept_whole';
  end if;
  return new;
end $$;
create trigger refunds_kept_whole before update on refunds
  for each row execute function refunds_guard();
create trigger refunds_kept before delete on refunds
  for each row execute function history_refuse_loss();
create trigger refunds_no_truncate before truncate on refunds
  for each statement execute function history_refuse_loss();
