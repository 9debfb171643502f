-- A line that cost nothing is given back like any other, so the amount does not tell whether it was.
-- A line is given back whole, and once.
alter table order_lines add column refunded_at timestamptz;
update order_lines l set refunded_at = coalesce(
    (select j.created_at from ledger_journals j
      where j.owner = l.member_id and j.key = 'order:' || l.order_id || ':refund:' || l.id),
    app_now())
  where l.refunded_minor > 0 or exists (select 1 from ledger_journals j
    where j.owner = l.member_id and j.key = 'order:' || l.order_id || ':refund:' || l.id);
alter table order_lines add constraint order_lines_refunded_whole check (
  refunded_minor = case when refunded_at is null then 0 else payable_minor end);

create or replace function order_lines_guard() returns trigger language plpgsql as $$
begin
  if (new.card_id, new.card_version, new.value_minor, new.price_minor, new.discount_bp,
      new.cashback_bp, new.service_charge_bp, new.quantity, new.payable_minor, new.cashback_minor)
     is distinct from (old.card_id, old.card_version, old.value_minor, old.price_minor,
      old.discount_bp, old.cashback_bp, old.service_charge_bp, old.quantity, old.payable_minor,
      old.cashback_minor)
    or new.state < old.state or new.refunded_minor < old.refunded_minor
    or (old.refunded_at is not null and new.refunded_at is distinct from old.refunded_at)
  then
    raise exception 'line % keeps what was ordered', old.id
      using errcode = 'integrity_constraint_violation', constraint = 'order_lines_kept_whole';
  end if;
  return new;
end $$;

-- Free codes that have expired are counted without reading the others.
create index codes_expiring on codes (card_id, expires_at)
  where state = 'free' and expires_at is not null;
