-- How much of a capture the provider took back. It does so in parts at times: each part is booked once.
alter table payment_captures
  add column reversed_minor bigint not null default 0,
  add constraint payment_captures_reversed_bounded
    check (reversed_minor between 0 and amount_minor and (reversed_minor > 0) = (reversed_at is not null));

create or replace function payment_captures_guard() returns trigger language plpgsql as $$
begin
  if (new.provider, new.capture_id, new.member_id, new.order_id, new.amount_minor, new.currency,
      new.use, new.created_at)
     is distinct from (old.provider, old.capture_id, old.member_id, old.order_id, old.amount_minor,
      old.currency, old.use, old.created_at)
    or (old.reversed_at is not null and new.reversed_at is distinct from old.reversed_at)
    or new.reversed_minor < old.reversed_minor
  then
    raise exception 'capture % is recorded once', old.capture_id
      using errcode = 'integrity_constraint_violation', constraint = 'payment_captures_recorded';
  end if;
  return new;
end $$;
