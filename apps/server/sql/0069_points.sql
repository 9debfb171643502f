-- Points: what the lines of delivered orders have earned, and what of it was taken back. A point is a minor unit of
-- its member's currency; members have them in accounts of the ledger.
create table point_earnings (
  member_id text not null,
  order_id text not null,
  line_id text not null,
  -- In the order's currency, as the house gave it; the same as points, in the member's.
  house_minor bigint not null check (house_minor > 0),
  points bigint not null check (points > 0),
  currency text not null check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  -- Taken back: out of the points there were, and, in the order's currency, out of what the line gave back.
  taken_points bigint not null default 0,
  kept_minor bigint not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (member_id, order_id, line_id),
  constraint point_earnings_line foreign key (member_id, order_id, line_id) references order_lines,
  constraint point_earnings_taken check (taken_points between 0 and points),
  constraint point_earnings_kept check (kept_minor between 0 and house_minor)
);

create function point_earnings_guard() returns trigger language plpgsql as $$
begin
  if (new.member_id, new.order_id, new.line_id, new.house_minor, new.points, new.currency, new.created_at)
     is distinct from (old.member_id, old.order_id, old.line_id, old.house_minor, old.points,
      old.currency, old.created_at)
    or new.taken_points < old.taken_points or new.kept_minor < old.kept_minor
  then
    raise exception 'what line % earned is only ever taken back', old.line_id
      using errcode = 'integrity_constraint_violation', constraint = 'point_earnings_once';
  end if;
  return new;
end $$;
create trigger point_earnings_once before update on point_earnings
  for each row execute function point_earnings_guard();
create trigger point_earnings_kept_for_ever before delete on point_earnings
  for each row execute function history_refuse_loss();
create trigger point_earnings_no_truncate before truncate on point_earnings
  for each statement execute function history_refuse_loss();

select ledger_open('house:points:' || currency, 'house', currency)
from unnest(array['aud', 'cad', 'gbp', 'usd', 'eur']) as currency;

insert into site_options (name, value, kind, public) values
  ('points_percent', '1', 'whole', false),
  ('points_least', '100', 'whole', false);
