-- Card payments of orders and top-ups, what came of them, what went back, and the provider's webhooks.

-- Money added to a wallet by card. A member has one that is unpaid; asking for another amount gives up the one before.
create table top_ups (
  member_id text not null references members,
  id text not null constraint top_ups_id check (id like 'top\_%'),
  currency text not null check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'pending' check (state in ('pending', 'paid', 'failed')),
  fail_reason text check (fail_reason in ('declined', 'cancelled', 'lapsed', 'returned')),   -- pending: of the last try
  notice text not null default '',
  payment_id text not null default '',      -- the provider's order, as the wire shows it
  client_id text not null default '',       -- sOrderId, as the call that added it said
  created_at timestamptz not null default app_now(), lapses_at timestamptz not null,
  paid_at timestamptz,
  primary key (member_id, id),
  constraint top_ups_paid_at_a_time check ((state = 'paid') = (paid_at is not null)),
  constraint top_ups_failed_for_a_reason check (state <> 'failed' or fail_reason is not null)
);
create unique index top_ups_one_open on top_ups (member_id) where state = 'pending';
create index top_ups_lapsing on top_ups (lapses_at) where state = 'pending';
create index top_ups_paid on top_ups (member_id, paid_at) where state = 'paid';   -- a day's limit

create trigger top_ups_edges before update on top_ups for each row when (
  (new.state <> old.state and (old.state, new.state) not in (
    ('pending', 'paid'), ('pending', 'failed'), ('failed', 'paid')))
  or (new.member_id, new.id, new.currency, new.amount_minor, new.created_at)
     is distinct from (old.member_id, old.id, old.currency, old.amount_minor, old.created_at)
  or (old.client_id <> '' and new.client_id <> old.client_id)
) execute function refuse('a top-up moves along its edges and keeps its amount');
call keep_rows('top_ups');

-- What a provider was asked to pay for an order or a top-up; `order_id` is either's id.
create table payments (
  member_id text not null, order_id text not null, id text not null, provider text not null,
  provider_order_id text,
  amount_minor bigint not null check (amount_minor > 0), currency text not null,
  state text not null check (state in ('created', 'claimed', 'declined', 'captured', 'abandoned')),
  attempt integer not null default 0,
  claimed_at timestamptz,
  asked_at timestamptz,             -- when the provider was last asked what became of it
  created_at timestamptz not null default app_now(),
  paid_order_id text generated always as (case when order_id not like 'top\_%' then order_id end) stored,
  top_up_id text generated always as (case when order_id like 'top\_%' then order_id end) stored,
  primary key (member_id, order_id, id),
  constraint payments_order_once unique (member_id, order_id),
  constraint payments_order foreign key (member_id, paid_order_id) references orders,
  constraint payments_top_up foreign key (member_id, top_up_id) references top_ups
);
create index payments_claimed on payments (claimed_at) where state = 'claimed';

-- A provider's order pays one of ours.
create table payment_refs (
  provider text not null, provider_order_id text not null, member_id text not null, order_id text not null,
  primary key (provider, provider_order_id)
);
create index payment_refs_member on payment_refs (member_id);

create table payment_captures (
  provider text not null, capture_id text not null, member_id text not null, order_id text not null,
  amount_minor bigint not null check (amount_minor > 0), currency text not null,
  use text not null check (use in ('order', 'return')),   -- credited to the order, or given back
  payer bytea,                           -- a keyed fingerprint of the account that paid, if the provider said
  ask_at timestamptz default app_now() + interval '30 minutes',   -- when the provider is asked next; half a year long
  disputed boolean,                      -- whether a dispute took what was taken back; null while nobody has said so
  created_at timestamptz not null default app_now(),
  primary key (provider, capture_id)
);
create unique index payment_captures_order_once on payment_captures (member_id, order_id) where use = 'order';
create index payment_captures_member on payment_captures (member_id);
create index payment_captures_payer on payment_captures (payer) where payer is not null;
create index payment_captures_due on payment_captures (ask_at) where ask_at is not null;

-- A forgotten or rewritten capture could be credited again.
create trigger payment_captures_recorded before update on payment_captures for each row when (
  (new.provider, new.capture_id, new.member_id, new.order_id, new.amount_minor, new.currency,
    new.use, new.created_at)
   is distinct from (old.provider, old.capture_id, old.member_id, old.order_id, old.amount_minor,
    old.currency, old.use, old.created_at)
) execute function refuse('a capture is recorded once');
call keep_rows('payment_captures');

-- What the provider took back of a capture, by a dispute or a refund made in its dashboard: a row for each it lists.
create table capture_reversals (
  provider text not null, id text not null,   -- the provider's
  capture_id text not null, amount_minor bigint not null check (amount_minor >= 0),
  -- What is more than the capture can have lost, until somebody says that as much was paid back in between.
  beyond_minor bigint not null default 0,
  settled boolean not null default false, taken_at timestamptz not null default app_now(),
  primary key (provider, id),
  foreign key (provider, capture_id) references payment_captures
);
create index capture_reversals_capture on capture_reversals (provider, capture_id);
create trigger capture_reversals_recorded before update on capture_reversals for each row when (
  (new.provider, new.id, new.capture_id, new.amount_minor, new.beyond_minor, new.taken_at)
   is distinct from (old.provider, old.id, old.capture_id, old.amount_minor, old.beyond_minor, old.taken_at)
) execute function refuse('a reversal is recorded once');
call keep_rows('capture_reversals');

-- What was decided of that. A decision is about an amount: the provider pays parts of what several disputes took.
create table capture_decisions (
  provider text not null, capture_id text not null, nth integer not null,
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
call keep_rows('capture_decisions', 'update or delete');

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

-- At commit: no more is taken than a capture has, nor decided than was taken.
create function capture_sums_check() returns trigger language plpgsql as $$
begin
  perform must_hold(not exists (
    select 1 from capture_sums where provider = new.provider and capture_id = new.capture_id
      and (reversed_minor - restored_minor > amount_minor or settled_minor > reversed_minor
        or restored_minor > settled_minor or settled_minor < 0 or beyond_minor < 0)),
    'capture_sums_bounded', new.capture_id);
  return null;
end $$;
create constraint trigger capture_reversals_bounded after insert on capture_reversals
  deferrable initially deferred for each row execute function capture_sums_check();
create constraint trigger capture_decisions_bounded after insert on capture_decisions
  deferrable initially deferred for each row execute function capture_sums_check();

-- At commit: an order paid by card goes on only with one capture of exactly what its wallet share leaves.
create function orders_check_capture() returns trigger language plpgsql as $$
begin
  perform must_hold(exists (
    select 1 from payment_captures where member_id = new.member_id and order_id = new.id and use = 'order'
      and amount_minor = new.total_minor - new.wallet_minor and currency = new.currency), 'orders_captured', new.id);
  return null;
end $$;
create constraint trigger orders_captured after insert or update of state on orders
  deferrable initially deferred for each row
  when (new.gateway = 'PayPal' and new.state in ('paid', 'accepted', 'delivered')) execute function orders_check_capture();

-- At commit: a paid top-up has one capture of exactly its amount.
create function top_ups_check_capture() returns trigger language plpgsql as $$
begin
  perform must_hold(exists (
    select 1 from payment_captures where member_id = new.member_id and order_id = new.id and use = 'order'
      and amount_minor = new.amount_minor and currency = new.currency), 'top_ups_captured', new.id);
  return null;
end $$;
create constraint trigger top_ups_captured after insert or update of state on top_ups
  deferrable initially deferred for each row when (new.state = 'paid') execute function top_ups_check_capture();

-- Money on its way back to a card: sent until the provider has made it, or says that it never will.
create table refunds (
  id text primary key,
  member_id text not null, order_id text not null, provider text not null, capture_id text not null,
  amount_minor bigint not null check (amount_minor > 0), currency text not null, reason text not null,
  -- Where the money is booked until it is sent: a refund of an order, or money that fitted none.
  source text not null check (source in ('refunds_payable', 'unmatched')),
  state text not null check (state in ('pending', 'done', 'refused')),
  attempt integer not null default 0,         -- each has its own key at the provider
  claimed boolean not null default false,     -- the attempt may have been sent: it keeps its key and its amount
  reversed_minor bigint not null default 0,   -- not sent, because the provider took it back by itself
  given_minor bigint not null default 0,      -- what of that somebody said was given in its place
  asked integer not null default 0,
  ask_at timestamptz not null default app_now() + interval '1 minute',
  provider_refund_id text,
  problem text,                               -- the provider's last word that was not yes
  created_at timestamptz not null default app_now(),
  constraint refunds_reversed_bounded check (reversed_minor between 0 and amount_minor),
  constraint refunds_given_bounded check (given_minor between 0 and reversed_minor)
);
create index refunds_due on refunds (ask_at) where state = 'pending';
create index refunds_open on refunds (created_at) where state <> 'done';
create index refunds_order on refunds (member_id, order_id);
create index refunds_under_way on refunds (member_id) where state <> 'done';
create index refunds_capture on refunds (provider, capture_id);

-- What is owed to a card does not change, and what was sent is not owed again.
create trigger refunds_kept_whole before update on refunds for each row when (
  (new.id, new.member_id, new.order_id, new.provider, new.capture_id, new.amount_minor,
    new.currency, new.source, new.created_at)
   is distinct from (old.id, old.member_id, old.order_id, old.provider, old.capture_id,
    old.amount_minor, old.currency, old.source, old.created_at)
  or old.state = 'done'
  or new.attempt < old.attempt or new.reversed_minor < old.reversed_minor
  -- A try that may be under way is for the amount it was sent with.
  or (old.claimed and new.reversed_minor <> old.reversed_minor)
) execute function refuse('a refund keeps what is owed');
call keep_rows('refunds');

-- The webhook inbox: every event once, as it came. Where a signature can not be checked here (`proven`), an event waits
-- for the provider's word, few for each order (`about`), so that strangers crowd out nothing about another.
create table provider_events (
  provider text not null, event_id text not null, headers jsonb not null, body bytea not null,
  state text not null default 'new' check (state in ('new', 'handled', 'refused')), outcome text,
  proven boolean not null default false, about text,
  received_at timestamptz not null default app_now(), handled_at timestamptz,
  primary key (provider, event_id)
);
create index provider_events_unproven on provider_events (about) where state = 'new' and not proven;
create index provider_events_proven on provider_events (received_at) where proven;
create index provider_events_aged on provider_events (state, received_at);
