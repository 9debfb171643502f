-- What can not be lost or rewritten by a slip: a truncate runs no row triggers, so it has its own.
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts
  for each statement execute function ledger_refuse_change();
create trigger ledger_balances_no_truncate before truncate on ledger_balances
  for each statement execute function ledger_refuse_change();
create trigger ledger_seals_no_truncate before truncate on ledger_seals
  for each statement execute function ledger_refuse_change();

create function history_refuse_loss() returns trigger language plpgsql as $$
begin
  raise exception '% are kept for ever', tg_table_name using
    errcode = 'integrity_constraint_violation', constraint = 'history_kept', table = tg_table_name;
end $$;
create trigger codes_no_truncate before truncate on codes
  for each statement execute function history_refuse_loss();
create trigger orders_kept before delete on orders
  for each row execute function history_refuse_loss();
create trigger orders_no_truncate before truncate on orders
  for each statement execute function history_refuse_loss();
create trigger order_lines_kept before delete on order_lines
  for each row execute function history_refuse_loss();
create trigger order_lines_no_truncate before truncate on order_lines
  for each statement execute function history_refuse_loss();
create trigger payment_captures_kept before delete on payment_captures
  for each row execute function history_refuse_loss();
create trigger payment_captures_no_truncate before truncate on payment_captures
  for each statement execute function history_refuse_loss();

-- A capture stays what it was recorded as: a forgotten or rewritten one could be credited again.
create function payment_captures_guard() returns trigger language plpgsql as $$
begin
  if (new.provider, new.capture_id, new.member_id, new.order_id, new.amount_minor, new.currency,
      new.use, new.created_at)
     is distinct from (old.provider, old.capture_id, old.member_id, old.order_id, old.amount_minor,
      old.currency, old.use, old.created_at)
    or (old.reversed_at is not null and new.reversed_at is distinct from old.reversed_at)
  then
    raise exception 'capture % is recorded once', old.capture_id
      using errcode = 'integrity_constraint_violation', constraint = 'payment_captures_recorded';
  end if;
  return new;
end $$;
create trigger payment_captures_recorded before update on payment_captures
  for each row execute function payment_captures_guard();

-- What was ordered and for how much does not change any more; states and refunds do.
create function order_lines_guard() returns trigger language plpgsql as $$
begin
  if (new.card_id, new.card_version, new.value_minor, new.price_minor, new.discount_bp,
      new.cashback_bp, new.service_charge_bp, new.quantity, new.payable_minor, new.cashback_minor)
     is distinct from (old.card_id, old.card_version, old.value_minor, old.price_minor,
      old.discount_bp, old.cashback_bp, old.service_charge_bp, old.quantity, old.payable_minor,
      old.cashback_minor)
    or new.state < old.state or new.refunded_minor < old.refunded_minor
  then
    raise exception 'line % keeps what was ordered', old.id
      using errcode = 'integrity_constraint_violation', constraint = 'order_lines_kept_whole';
  end if;
  return new;
end $$;
create trigger order_lines_kept_whole before update on order_lines
  for each row execute function order_lines_guard();
