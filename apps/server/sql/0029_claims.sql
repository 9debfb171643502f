-- The code guarantee: a member says of a revealed code that it does not work. It is replaced or its price given back,
-- once; the seller it was bought from is charged by decision alone.

insert into site_options (name, value, kind) values ('claim_days', '90', 'whole'), ('claim_answer_hours', '48', 'whole');

alter table uploads drop constraint uploads_kind_check,
  add constraint uploads_kind_check check (kind in ('profilepictures', 'kycDocs', 'sellimages', 'claimpictures'));

-- A code that was seen and replaced is void.
alter table codes drop constraint codes_viewed_when_sold,
  add constraint codes_viewed_when_sold check (viewed_at is null or state in ('sold', 'void'));

-- What was given back of a line for codes that do not work. Such a line is not refunded, nor the other way round.
alter table order_lines add column guaranteed_minor bigint not null default 0,
  add constraint order_lines_guaranteed check (
    guaranteed_minor >= 0 and guaranteed_minor <= payable_minor and (guaranteed_minor = 0 or refunded_at is null));
create trigger order_lines_guarantee_stays before update on order_lines for each row
  when (new.guaranteed_minor < old.guaranteed_minor) execute function refuse('what was given back stays given back');

select ledger_open('house:guarantee:' || currency, 'house', currency)
from unnest(array['aud', 'cad', 'gbp', 'usd', 'eur']) as currency;

create table claims (
  id text primary key, member_id text not null references members,
  order_id text not null, line_id text not null, card_id text not null references cards,
  code_id bigint not null references codes constraint claims_code_once unique,
  title text not null, serial text not null,   -- of the line and of the code, as they stay
  reason text not null check (reason in ('used', 'invalid', 'value', 'other')),
  state text not null default 'open' check (state in ('open', 'asked', 'replaced', 'refunded', 'declined')),
  due_at timestamptz,               -- the shop's clock, or the buyer's who was asked
  created_at timestamptz not null default app_now(), decided_at timestamptz,
  decided_by text,                  -- an operator's id; null where the clock declined it
  replacement_id bigint references codes constraint claims_replacement_once unique,
  back_minor bigint,                -- given back, in the order's currency
  paid_minor bigint, paid_currency text,   -- and what the wallet got
  -- The sold card it is charged to: a line of a sale, and which of its cards.
  sale_id text references sell_orders (id), sale_line_id text, sale_nth integer,
  charged_minor bigint, charged_currency text, charged_at timestamptz,
  constraint claims_line foreign key (member_id, order_id, line_id) references order_lines (member_id, order_id, id),
  constraint claims_sold_card_once unique (sale_id, sale_line_id, sale_nth),
  constraint claims_clock check ((state in ('open', 'asked')) = (due_at is not null)),
  constraint claims_decided check ((due_at is null) = (decided_at is not null) and (decided_by is null or decided_at is not null)),
  constraint claims_replaced check ((state = 'replaced') = (replacement_id is not null)),
  constraint claims_refunded check (num_nonnulls(back_minor, paid_minor, paid_currency) = case state when 'refunded' then 3 else 0 end
    and coalesce(back_minor, 1) > 0 and coalesce(paid_minor, 1) > 0),
  constraint claims_charged check (num_nonnulls(sale_id, sale_line_id, sale_nth, charged_minor, charged_currency, charged_at)
    = case when charged_at is null then 0 else 6 end
    and (charged_at is null or state in ('replaced', 'refunded')) and coalesce(charged_minor, 1) > 0)
);
create index claims_order on claims (member_id, order_id, created_at desc, id desc);
create index claims_member on claims (member_id, created_at desc, id desc);
create index claims_line on claims (line_id);
create index claims_card on claims (card_id, created_at desc);
create index claims_due on claims (due_at, id) where due_at is not null;
create index claims_open on claims (created_at) where state = 'open';
create index claims_waiting on claims (member_id) where due_at is not null;
call keep_rows('claims');

create trigger claims_edges before update on claims for each row when (
  (old.decided_at is not null and (new.state, new.due_at, new.decided_at, new.decided_by, new.replacement_id, new.back_minor,
      new.paid_minor, new.paid_currency) is distinct from (old.state, old.due_at, old.decided_at, old.decided_by,
      old.replacement_id, old.back_minor, old.paid_minor, old.paid_currency))
  or (old.charged_at is not null and (new.sale_id, new.sale_line_id, new.sale_nth, new.charged_minor, new.charged_currency,
      new.charged_at) is distinct from (old.sale_id, old.sale_line_id, old.sale_nth, old.charged_minor, old.charged_currency,
      old.charged_at))
  or (new.id, new.member_id, new.order_id, new.line_id, new.card_id, new.code_id, new.title, new.serial, new.reason,
      new.created_at) is distinct from (old.id, old.member_id, old.order_id, old.line_id, old.card_id, old.code_id,
      old.title, old.serial, old.reason, old.created_at)
) execute function refuse('a claim is decided once and charged once');

create table claim_steps (
  claim_id text not null references claims, n integer not null check (n >= 1),
  member_id text not null,          -- the buyer's
  kind text not null check (kind in ('opened', 'asked', 'answered', 'replaced', 'refunded', 'declined', 'lapsed', 'charged')),
  side text not null check (side in ('buyer', 'shop')),
  words text not null default '', pictures text[] not null default '{}' check (cardinality(pictures) <= 3),
  at timestamptz not null default app_now(),
  primary key (claim_id, n)
);
create index claim_steps_member on claim_steps (member_id, claim_id, n);
call keep_rows('claim_steps');
-- What the buyer wrote goes with the account.
create trigger claim_steps_stay before update on claim_steps for each row when (
  (new.claim_id, new.n, new.member_id, new.kind, new.side, new.at)
    is distinct from (old.claim_id, old.n, old.member_id, old.kind, old.side, old.at)
  or new.words not in (old.words, '') or (new.pictures <> '{}' and new.pictures is distinct from old.pictures)
) execute function refuse('a step of a claim stays as it was');

-- What one card of a sold line brought its seller, in the currency of the payout.
create function sold_card_minor(of_sale text, of_line text) returns bigint language sql stable as $$
  select div((l.price_minor::numeric * l.quantity - l.fee_minor) * o.payout_minor, o.total_minor::numeric * l.quantity)::bigint
  from sell_orders o join sell_lines l on l.member_id = o.member_id and l.order_id = o.id
  where o.id = of_sale and o.state = 'paid' and l.id = of_line
$$;

-- At commit: a claim that was met has what it says, and the line of its order knows what was given back of it.
create function claims_check_decision() returns trigger language plpgsql as $$
begin
  perform must_hold(case new.state
    when 'replaced' then exists (
      select 1 from codes c join codes r on r.id = new.replacement_id
      where c.id = new.code_id and c.state = 'void' and r.state = 'sold' and r.id <> c.id
        and (r.line_id, r.member_id, r.card_id) = (new.line_id, new.member_id, new.card_id))
    else (select count(*) from ledger_journals j
        join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
        join ledger_accounts a on a.id = p.account_id
        where j.owner = new.member_id and j.key = 'claim:' || new.id and j.kind = 'claim'
          and a.name = 'member:' || new.member_id || ':wallet:' || new.paid_currency and p.amount = new.paid_minor) = 1
      and (select guaranteed_minor from order_lines l
        where l.member_id = new.member_id and l.order_id = new.order_id and l.id = new.line_id)
        = (select sum(c.back_minor) from claims c where c.line_id = new.line_id)
    end, 'claims_met', new.id);
  return null;
end $$;
create constraint trigger claims_met after insert or update of state on claims deferrable initially deferred
  for each row when (new.state in ('replaced', 'refunded')) execute function claims_check_decision();

-- At commit: a charge is of a card of a paid sale, of that card's price, from its seller's wallet. No sold card is charged
-- twice (`claims_sold_card_once`), so that a line is never charged more than it brought.
create function claims_check_charge() returns trigger language plpgsql as $$
begin
  perform must_hold(exists (
    select 1 from sell_orders o
    join sell_lines l on l.member_id = o.member_id and l.order_id = o.id and l.id = new.sale_line_id
    join ledger_journals j on j.owner = o.member_id and j.key = 'claim:' || new.id || ':charge' and j.kind = 'claim_charge'
    join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
    join ledger_accounts a on a.id = p.account_id
    where o.id = new.sale_id and o.state = 'paid' and l.card_id = new.card_id
      and new.sale_nth between 1 and l.quantity and new.charged_currency = o.payout_currency
      and new.charged_minor = sold_card_minor(o.id, l.id)
      and a.name = 'member:' || o.member_id || ':wallet:' || o.payout_currency and p.amount = -new.charged_minor),
    'claims_charged_once', new.id);
  return null;
end $$;
create constraint trigger claims_charged_once after insert or update of charged_at on claims deferrable initially deferred
  for each row when (new.charged_at is not null) execute function claims_check_charge();

-- At commit: no such journal without its claim.
create function ledger_claims_check() returns trigger language plpgsql as $$
begin
  perform must_hold(exists (
    select 1 from claims c left join sell_orders o on o.id = c.sale_id
    where case new.kind when 'claim' then c.state = 'refunded' and new.owner = c.member_id and new.key = 'claim:' || c.id
      else c.charged_at is not null and new.owner = o.member_id and new.key = 'claim:' || c.id || ':charge' end
      and c.id = split_part(new.key, ':', 2)), 'ledger_claims_met', new.key);
  return null;
end $$;
create constraint trigger ledger_claims_met after insert on ledger_journals deferrable initially deferred
  for each row when (new.kind in ('claim', 'claim_charge')) execute function ledger_claims_check();

-- The postings that claims require, for `ledger verify`.
create view claim_entries as
  select e.kind, e.owner, e.key, e.account, e.amount, true as exact
  from claims c join orders o on o.member_id = c.member_id and o.id = c.order_id
  left join sell_orders s on s.id = c.sale_id
  cross join lateral (select o.currency <> c.paid_currency as converts) w
  cross join lateral (values
    ('claim', c.member_id, 'claim:' || c.id, 'house:guarantee:' || o.currency, -c.back_minor),
    ('claim', c.member_id, 'claim:' || c.id, 'house:conversion:' || o.currency, case when w.converts then c.back_minor end),
    ('claim', c.member_id, 'claim:' || c.id, 'house:conversion:' || c.paid_currency, case when w.converts then -c.paid_minor end),
    ('claim', c.member_id, 'claim:' || c.id, 'member:' || c.member_id || ':wallet:' || c.paid_currency, c.paid_minor),
    ('claim_charge', s.member_id, 'claim:' || c.id || ':charge', 'member:' || s.member_id || ':wallet:' || c.charged_currency,
      -c.charged_minor),
    ('claim_charge', s.member_id, 'claim:' || c.id || ':charge', 'house:guarantee:' || c.charged_currency, c.charged_minor)
  ) e (kind, owner, key, account, amount)
  where e.amount is not null;

-- What claims say and other tables do not, for `ledger verify`.
create view claim_breaches as
  select 'claim ' || c.id || ' replaced by nothing' as breach from claims c
  left join codes x on x.id = c.code_id left join codes r on r.id = c.replacement_id
  where c.state = 'replaced' and (x.state, r.line_id, r.member_id, r.card_id, r.state in ('sold', 'void'))
    is distinct from ('void', c.line_id, c.member_id, c.card_id, true)
  union all
  select 'claim ' || c.id || ' of a code of somebody else' from claims c join codes x on x.id = c.code_id
  where (x.line_id, x.member_id, x.card_id, x.serial) is distinct from (c.line_id, c.member_id, c.card_id, c.serial)
  union all
  select 'line ' || coalesce(l.id, c.line_id) || ' gave back ' || coalesce(l.guaranteed_minor, 0) || ', claims say ' || coalesce(c.sum, 0)
  from (select * from order_lines where guaranteed_minor <> 0) l
  full join (select line_id, sum(back_minor) from claims where state = 'refunded' group by line_id) c on c.line_id = l.id
  where l.guaranteed_minor is distinct from c.sum
  union all
  select 'claim ' || c.id || ' charged beyond its sale' from claims c
  left join sell_orders o on o.id = c.sale_id
  left join sell_lines l on l.member_id = o.member_id and l.order_id = o.id and l.id = c.sale_line_id
  where c.charged_at is not null and (o.state = 'paid' and l.card_id = c.card_id and c.sale_nth between 1 and l.quantity
    and c.charged_currency = o.payout_currency and c.charged_minor = sold_card_minor(o.id, l.id)) is not true
  union all
  select 'claim ' || c.id || ' in state ' || c.state || ' after the step ' || coalesce(s.kind, 'of nothing') from claims c
  left join lateral (select kind from claim_steps s where s.claim_id = c.id and s.kind <> 'charged' order by n desc limit 1) s on true
  where c.state is distinct from case s.kind when 'opened' then 'open' when 'answered' then 'open' when 'lapsed' then 'declined'
    else s.kind end
  union all
  select 'claim ' || s.claim_id || ' picture ' || picture from claim_steps s cross join unnest(s.pictures) as picture
  left join uploads u on u.path = picture
  where (u.member_id, u.kind, u.used_by) is distinct from (s.member_id, 'claimpictures', s.claim_id)
    and not exists (select 1 from members m where m.id = s.member_id and m.erased_at is not null);

alter table ledger_journals drop constraint ledger_journals_kind;
alter table ledger_journals add constraint ledger_journals_kind check (kind in (   -- those of ledger/kinds.ts
    'buy', 'hold', 'release', 'capture', 'cashback', 'refund', 'unmatched', 'reversal', 'restored', 'refund_owed',
    'refund_settled', 'refund_reversed', 'coin_paid', 'coin_given_up', 'coin_credit', 'add', 'freeze', 'keep',
    'unfreeze', 'sell', 'redeem', 'send', 'points', 'points_back', 'spend_points', 'friend_points', 'friend_back',
    'coin_in', 'coin_lost', 'coin_out', 'coin_settled', 'coin_unsettled', 'coin_back', 'coin_cold_found', 'audit',
    'correction', 'claim', 'claim_charge'));

-- As in 0016: these are made from PostgreSQL's own form, so that `guards.txt` fits a restored dump, too.
do $$ declare made record; begin
  for made in select tgname, tgrelid::regclass as of, pg_get_triggerdef(oid) as def
    from pg_trigger where tgname in ('claims_edges', 'claim_steps_stay')
  loop
    execute format('drop trigger %I on %s; %s', made.tgname, made.of, made.def);
  end loop;
end $$;
