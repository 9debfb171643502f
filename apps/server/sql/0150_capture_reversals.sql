-- What the provider took back of a capture, one row for each refund or dispute it lists. What is more than the capture can
-- have lost is beyond, until somebody says that as much was paid back in between.
create table capture_reversals (
  provider text not null,
  id text not null,                 -- the provider's
  capture_id text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  beyond_minor bigint not null default 0,
  settled boolean not null default false,
  taken_at timestamptz not null default app_now(),
  primary key (provider, id),
  foreign key (provider, capture_id) references payment_captures
);
create index capture_reversals_capture on capture_reversals (provider, capture_id);

-- What was decided of that. A decision is about an amount: the provider pays parts of what several disputes took.
create table capture_decisions (
  provider text not null,
  capture_id text not null,
  nth integer not null,
  -- Paid by the provider after all; the house's loss; given by the shop in the dashboard; that was a dispute's after all.
  decision text not null check (decision in ('released', 'kept', 'given', 'reopened')),
  amount_minor bigint not null,
  -- What refunds did not send of a part that was released, and send now.
  owed_again_minor bigint not null default 0 check (owed_again_minor between 0 and greatest(amount_minor, 0)),
  decided_at timestamptz not null default app_now(),
  primary key (provider, capture_id, nth),
  foreign key (provider, capture_id) references payment_captures,
  check ((decision = 'reopened') = (amount_minor < 0)),
  check (decision = 'released' or owed_again_minor = 0)
);

drop function is_payment_gone(text, text);
alter table payment_captures
  drop column reversed_at, drop column reversed_minor, drop column restored_minor, drop column settled_minor,
  drop column settled_ids, drop column taken_ids, drop column owed_again_minor, drop column borne,
  drop column beyond_minor;
create or replace function payment_captures_guard() returns trigger language plpgsql as $$
begin
  if (new.provider, new.capture_id, new.member_id, new.order_id, new.amount_minor, new.currency,
      new.use, new.created_at)
     is distinct from (old.provider, old.capture_id, old.member_id, old.order_id, old.amount_minor,
      old.currency, old.use, old.created_at)
  then
    raise exception 'capture % is recorded once', old.capture_id
      using errcode = 'integrity_constraint_violation', constraint = 'payment_captures_recorded';
  end if;
  return new;
end $$;

-- Captures with the sums of what was taken back of them and decided. Lock the capture before reading what is changed.
create view capture_sums as
  select c.*, r.reversed_at, r.reversed_minor, r.beyond_minor, r.open_parts, d.settled_minor, d.restored_minor,
    d.owed_again_minor, d.borne
  from payment_captures c, lateral (
    select min(taken_at) as reversed_at, coalesce(sum(amount_minor), 0)::bigint as reversed_minor,
      coalesce(sum(beyond_minor), 0)::bigint as beyond_minor,
      (count(*) filter (where not settled))::int as open_parts
    from capture_reversals where provider = c.provider and capture_id = c.capture_id) r, lateral (
    select coalesce(sum(amount_minor), 0)::bigint as settled_minor,
      coalesce(sum(amount_minor) filter (where decision = 'released'), 0)::bigint as restored_minor,
      coalesce(sum(owed_again_minor), 0)::bigint as owed_again_minor,
      coalesce(bool_or(decision = 'kept' and amount_minor > 0), false) as borne
    from capture_decisions where provider = c.provider and capture_id = c.capture_id) d;

-- Whether what paid an order is gone: coins that are gone, or a card's money that the provider took back.
create function is_payment_gone(of_member text, of_order text) returns boolean language sql stable as $$
  select are_coins_gone(of_member, of_order)
    or exists (select 1 from coin_quotes q join coin_transfers t on t.id = q.transfer_id
      where q.member_id = of_member and q.order_id = of_order and not q.paid
        and t.state not in ('unconfirmed', 'confirmed'))
    or exists (select 1 from capture_sums c
      where c.member_id = of_member and c.order_id = of_order and c.use = 'order'
        and c.reversed_minor > c.restored_minor and c.disputed is not false)
$$;

-- No more is taken than a capture has, nor decided than was taken. Checked at commit.
create function capture_sums_check() returns trigger language plpgsql as $$
begin
  if exists (select 1 from capture_sums where provider = new.provider and capture_id = new.capture_id
      and (reversed_minor - restored_minor > amount_minor or settled_minor > reversed_minor
        or restored_minor > settled_minor or settled_minor < 0 or beyond_minor < 0)) then
    raise exception 'capture % has lost more than it had, or less than was decided', new.capture_id
      using errcode = 'integrity_constraint_violation', constraint = 'capture_sums_bounded';
  end if;
  return null;
end $$;
create constraint trigger capture_reversals_bounded after insert on capture_reversals
  deferrable initially deferred for each row execute function capture_sums_check();
create constraint trigger capture_decisions_bounded after insert on capture_decisions
  deferrable initially deferred for each row execute function capture_sums_check();

-- Both are history: only whether a reversal is settled changes.
create function capture_reversals_guard() returns trigger language plpgsql as $$
begin
  if (new.provider, new.id, new.capture_id, new.amount_minor, new.beyond_minor, new.taken_at)
     is distinct from (old.provider, old.id, old.capture_id, old.amount_minor, old.beyond_minor, old.taken_at)
  then
    raise exception 'reversal % is recorded once', old.id
      using errcode = 'integrity_constraint_violation', constraint = 'capture_reversals_recorded';
  end if;
  return new;
end $$;
create trigger capture_reversals_recorded before update on capture_reversals
  for each row execute function capture_reversals_guard();
create trigger capture_reversals_kept before delete on capture_reversals
  for each row execute function history_refuse_loss();
create trigger capture_reversals_no_truncate before truncate on capture_reversals
  for each statement execute function history_refuse_loss();
create trigger capture_decisions_kept before update or delete on capture_decisions
  for each row execute function history_refuse_loss();
create trigger capture_decisions_no_truncate before truncate on capture_decisions
  for each statement execute function history_refuse_loss();
