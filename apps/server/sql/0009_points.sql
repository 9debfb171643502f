-- Points, and friends that members bring along. A point is a minor unit of its member's currency; the ledger has them.

-- What the lines of delivered orders have earned, and what was taken back.
create table point_earnings (
  member_id text not null, order_id text not null, line_id text not null,
  house_minor bigint not null check (house_minor > 0),   -- in the order's currency, as the house gave it
  points bigint not null check (points > 0),
  currency text not null check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  taken_points bigint not null default 0,   -- taken back out of the points there were
  kept_minor bigint not null default 0,     -- and out of the line's refund, in the order's currency
  created_at timestamptz not null default app_now(),
  primary key (member_id, order_id, line_id),
  constraint point_earnings_line foreign key (member_id, order_id, line_id) references order_lines,
  constraint point_earnings_taken check (taken_points between 0 and points),
  constraint point_earnings_kept check (kept_minor between 0 and house_minor)
);
create trigger point_earnings_once before update on point_earnings for each row when (
  (new.member_id, new.order_id, new.line_id, new.house_minor, new.points, new.currency, new.created_at)
   is distinct from (old.member_id, old.order_id, old.line_id, old.house_minor, old.points,
    old.currency, old.created_at)
  or new.taken_points < old.taken_points or new.kept_minor < old.kept_minor
) execute function refuse('what a line earned is only ever taken back');
call keep_rows('point_earnings');

-- The random code of a member's link.
create table friend_codes (
  member_id text primary key references members, code text not null constraint friend_codes_once unique
);

-- Whoever signed up over a link is tied to its owner once and for good.
create table friends (
  member_id text primary key references members,   -- who was brought along
  inviter_id text not null references members,
  near boolean not null,           -- tied from a network the inviter has signed in from
  tied_at timestamptz not null default app_now(),
  state text not null default 'tied' check (state in ('tied', 'paid', 'nothing')),
  reason text,                     -- why there is nothing, for operators
  order_id text,                   -- the friend's first purchase that counts
  due_at timestamptz,              -- when it is looked at (again)
  paid_at timestamptz,
  points bigint not null default 0 check (points >= 0),
  currency text check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  taken_points bigint not null default 0,
  constraint friends_another check (inviter_id <> member_id),
  constraint friends_order foreign key (member_id, order_id) references orders,
  constraint friends_due_for_an_order check ((order_id is null) = (due_at is null)),
  constraint friends_paid check ((state = 'paid') = (paid_at is not null) and (state = 'paid') = (points > 0)
    and (state = 'paid') = (currency is not null)),
  constraint friends_nothing_for_a_reason check ((state = 'nothing') = (reason is not null)),
  constraint friends_taken check (taken_points between 0 and points)
);
create index friends_inviter on friends (inviter_id);
create index friends_due on friends (due_at) where state = 'tied';

-- An inviter's account is older, so nobody is the friend of their own friends, by however many steps.
create function friends_check_age() returns trigger language plpgsql as $$
begin
  perform must_hold(exists (
    select 1 from members inviter join members friend on friend.id = new.member_id
    where inviter.id = new.inviter_id and inviter.created_at < friend.created_at),
    'friends_of_an_older', new.member_id);
  return new;
end $$;
create trigger friends_of_an_older before insert on friends for each row execute function friends_check_age();

create trigger friends_once before update on friends for each row when (
  (new.member_id, new.inviter_id, new.near, new.tied_at)
    is distinct from (old.member_id, old.inviter_id, old.near, old.tied_at)
  or (old.order_id is not null and new.order_id is distinct from old.order_id)
  or (old.state <> 'tied' and (new.state, new.reason, new.paid_at, new.points, new.currency)
     is distinct from (old.state, old.reason, old.paid_at, old.points, old.currency))
  or new.taken_points < old.taken_points
) execute function refuse('a friend is tied and decided once');
call keep_rows('friends');
