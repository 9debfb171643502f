/** Checkout's rules for the ledger and its tables, true at every commit. */
import { type Caused, causedBy } from '../../ledger/causes.ts';
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const checkoutInvariants: readonly Invariant[] = [
  {
    rule: '5 an order paid by card has a capture of exactly what was asked',
    over: 'owners',
    breaches: sql`
      select o.id as breach from orders o
      left join payment_captures c on c.member_id = o.member_id and c.order_id = o.id
        and c.use = 'order'
      where o.member_id = any($1::text[]) and o.gateway = 'PayPal' and o.state in ('paid', 'accepted', 'delivered', 'refunded')
        and (c.capture_id is null or c.currency <> o.currency
          or c.amount_minor <> o.total_minor - o.wallet_minor) limit 20`,
  },
  {
    rule: '5 an order paid by a coin has a send of exactly what was asked, or as much came to its address',
    over: 'owners',
    breaches: sql`
      select o.id as breach from orders o
      left join coin_quotes q on q.member_id = o.member_id and q.order_id = o.id
      left join coin_transfers t on t.id = q.transfer_id and t.order_id = o.id and t.value = q.amount
        and t.state not in ('failed', 'rejected')
      left join ledger_journals j on j.owner = o.member_id and j.key = 'order:' || o.id || ':coins'
      where o.member_id = any($1::text[]) and o.gateway in ('BitCoin', 'LiteCoin')
        and (o.state in ('paid', 'accepted', 'delivered', 'refunded')
            and t.id is null and not coalesce(q.paid or q.given_up > 0, false)
          or coalesce(q.paid, false) <> (j.id is not null)) limit 20`,
  },
  {
    rule: '2 what members hold aside is what their pending orders hold',
    over: 'owners',
    breaches: sql`
      select a.name || ' holds ' || b.balance || ', orders say ' || coalesce(sum(o.wallet_minor), 0)
        as breach
      from ledger_accounts a join ledger_balances b on b.account_id = a.id
      left join orders o on o.member_id = a.owner and o.currency = a.currency
        and o.state = 'pending'
      where a.owner = any($1::text[]) and a.name like 'member:%:held:%'
      group by a.name, b.balance having b.balance <> coalesce(sum(o.wallet_minor), 0) limit 20`,
  },
  causedBy(
    '5, 12 an order is paid if and only if its sale is in the ledger, and what is set aside for it and comes back is its own',
    ['buy', 'capture', 'hold', 'release'],
    sql<Caused>`
      select e.kind, o.member_id as owner, 'order:' || o.id || e.step as key, e.account, e.amount, true as exact
      from orders o
      left join ledger_journals r on r.kind = 'release' and r.owner = o.member_id and r.key = 'order:' || o.id || ':release'
      cross join lateral (select case when o.wallet_minor = o.total_minor then 'buy' else 'capture' end as sale,
        'member:' || o.member_id || ':wallet:' || o.currency as wallet, 'member:' || o.member_id || ':held:' || o.currency as held,
        o.state in ('paid', 'accepted', 'delivered', 'refunded') as is_paid, o.gateway <> 'Wallet' as is_held,
        o.state = 'failed' or r.id is not null as failed) w
      cross join lateral (values
        (w.is_paid, w.sale, ':sale', case when w.is_held and not w.failed then w.held else w.wallet end, -o.wallet_minor),
        (w.is_paid, w.sale, ':sale', case when o.gateway in ('BitCoin', 'LiteCoin') then 'house:conversion:'
          else 'house:paypal_clearing:' end || o.currency, o.wallet_minor - o.total_minor),
        (w.is_paid, w.sale, ':sale', 'house:sales:' || o.currency, o.subtotal_minor),
        (w.is_paid, w.sale, ':sale', 'house:service_charges:' || o.currency, o.service_charge_minor),
        (w.is_paid, w.sale, ':sale', 'house:discounts:' || o.currency, -o.discount_minor),
        (w.is_held, 'hold', ':hold', w.wallet, -o.wallet_minor), (w.is_held, 'hold', ':hold', w.held, o.wallet_minor),
        (w.is_held and w.failed, 'release', ':release', w.held, -o.wallet_minor),
        (w.is_held and w.failed, 'release', ':release', w.wallet, o.wallet_minor)) e (is_there, kind, step, account, amount)
      where o.member_id = any($1::text[]) and e.is_there`,
  ),
  causedBy(
    '5, 12 cashback and refunds are of lines that were kept or given back, of no more than these say',
    ['cashback', 'refund'],
    // Cashback covers the lines not refunded before it or with it; a later refund deducts the line's cashback.
    sql<Caused>`
      with credited as (
        select j.owner, j.key, o.currency, j.facts, sum(l.cashback_minor) as amount
        from ledger_journals j
        join orders o on o.member_id = j.owner and o.id = split_part(j.key, ':', 2) and o.state in ('delivered', 'refunded')
        join order_lines l on l.member_id = o.member_id and l.order_id = o.id
        left join ledger_journals r on r.kind = 'refund' and r.owner = j.owner and r.key = 'order:' || o.id || ':refund:' || l.id
        where j.owner = any($1::text[]) and j.kind = 'cashback' and j.key = 'order:' || o.id || ':cashback' and (r.id is null or r.id > j.id and r.xid <> j.xid)
        group by j.owner, j.key, o.currency, j.facts),
      given_back as (
        select j.owner, j.key, o.currency, j.facts, l.payable_minor, l.price_minor * l.quantity as subtotal,
          l.service_charge_bp, l.discount_bp, coalesce(e.kept_minor, 0) as kept,
          case when c.id is null then 0 else least(l.cashback_minor, l.payable_minor) end as cashback
        from ledger_journals j
        join orders o on o.member_id = j.owner and o.id = split_part(j.key, ':', 2)
        join order_lines l on l.member_id = o.member_id and l.order_id = o.id and l.id = split_part(j.key, ':', 4)
          and l.refunded_at is not null
        left join point_earnings e on e.member_id = l.member_id and e.order_id = l.order_id and e.line_id = l.id
        left join ledger_journals c on c.kind = 'cashback' and c.owner = j.owner and c.key = 'order:' || o.id || ':cashback'
          and c.id < j.id and c.xid <> j.xid
        where j.owner = any($1::text[]) and j.kind = 'refund' and j.key = 'order:' || o.id || ':refund:' || l.id),
      due as (
        select 'cashback' as kind, *, true as exact from credited
        union all
        select 'refund', owner, key, currency, facts, payable_minor - cashback - kept, false from given_back)
      select d.kind, d.owner, d.key, e.account, e.amount, d.exact from due d
      cross join lateral (select coalesce(d.facts ->> 'to', d.currency) as currency, case when d.facts is null then d.amount
        else div(d.amount * (d.facts ->> 'toPerUsd')::numeric, (d.facts ->> 'fromPerUsd')::numeric) end as comes) w
      cross join lateral (values
        (d.exact, 'house:cashback:' || d.currency, -d.amount),
        (not d.exact, 'house:refunds_payable:' || d.currency, d.amount),
        (not d.exact or d.facts is not null, 'house:conversion:' || d.currency, d.amount),
        (d.facts is not null, 'house:conversion:' || w.currency, -w.comes),
        (true, 'member:' || d.owner || ':wallet:' || w.currency, w.comes)) e (is_there, account, amount)
      where e.is_there
      union all
      select 'refund', g.owner, g.key, e.account, e.amount, true from given_back g
      cross join lateral (values
        ('house:sales:' || g.currency, -g.subtotal),
        ('house:service_charges:' || g.currency, -((g.subtotal * g.service_charge_bp + 5000) / 10000)),
        ('house:discounts:' || g.currency, (g.subtotal * g.discount_bp + 5000) / 10000),
        ('house:cashback:' || g.currency, g.cashback),
        ('house:points:' || g.currency, g.kept)) e (account, amount)`,
  ),
  causedBy(
    '5 what the provider took, gave and owes is what captures and refunds say',
    ['unmatched', 'reversal', 'restored', 'refund_owed', 'refund_settled', 'refund_reversed'],
    // The key of a partial journal ends with the running total, that part included.
    sql<Caused>`
      with parts as (
        select kind, key, id, all_minor, all_minor - coalesce(before, 0) as part, before is null as first from (
          select kind, key, split_part(key, ':', 2) as id, n as all_minor,
            lag(n) over (partition by kind, split_part(key, ':', 2) order by n) as before
          from (select kind, key, substring(key from '\\d+$')::numeric as n from ledger_journals
            where 'house' = any($1::text[]) and owner = 'house' and (kind in ('reversal', 'restored', 'refund_owed') and key ~ '^capture:[^:]+:(reversal|restored|owed):\\d+$'
              or kind = 'refund_reversed' and key ~ '^refund:[^:]+:reversed:\\d+$')) ends) steps),
      rows as (
        select p.kind, p.key, c.currency, case p.kind when 'reversal' then 'losses' when 'restored' then 'paypal_clearing' else 'losses' end as payer,
          case p.kind when 'reversal' then 'paypal_clearing' when 'restored' then 'losses'
            else case c.use when 'return' then 'unmatched' else 'refunds_payable' end end as payee,
          case p.kind when 'refund_owed' then least(p.part, c.owed_again_minor) else p.part end as amount,
          p.kind <> 'refund_owed' and not (p.first and p.kind = 'reversal' and c.use = 'return') as exact
        from parts p join capture_sums c on c.capture_id = p.id
        where p.key = 'capture:' || p.id || case p.kind when 'refund_owed' then ':owed:' else ':' || p.kind || ':' end || p.all_minor
          and p.all_minor <= case p.kind when 'reversal' then c.reversed_minor else c.restored_minor end
        union all
        select p.kind, p.key, r.currency, r.source, 'losses', p.part, true
        from parts p join refunds r on r.id = p.id
        where p.kind = 'refund_reversed' and p.all_minor <= r.reversed_minor
        union all
        select 'refund_settled', 'refund:' || id || ':settled', currency, source, 'paypal_clearing', amount_minor - reversed_minor, true
        from refunds where 'house' = any($1::text[]) and state = 'done' and provider_refund_id is not null
        union all
        select 'unmatched', 'capture:' || c.capture_id || ':unmatched', c.currency, 'paypal_clearing', 'unmatched',
          sum(r.amount_minor) - c.owed_again_minor, true
        from capture_sums c join refunds r on r.provider = c.provider and r.capture_id = c.capture_id and r.source = 'unmatched'
        where 'house' = any($1::text[]) and c.use = 'return' group by c.provider, c.capture_id, c.currency, c.owed_again_minor)
      select r.kind, 'house' as owner, r.key, e.account, e.amount, r.exact from rows r
      cross join lateral (values ('house:' || r.payer || ':' || r.currency, -r.amount),
        ('house:' || r.payee || ':' || r.currency, r.amount)) e (account, amount)`,
  ),
  causedBy(
    '5, 7 coins that came for an order paid it, were bought or given up as its quote says',
    ['coin_paid', 'coin_given_up', 'coin_credit'],
    sql<Caused>`
      with bought as (
        select owner, key, facts, order_id, n, n - coalesce(lag(n) over (partition by owner, order_id order by n), 0) as units
        from (select owner, key, facts, split_part(key, ':', 2) as order_id, substring(key from '\\d+$')::numeric as n
          from ledger_journals where owner = any($1::text[]) and kind = 'coin_credit' and key ~ '^order:[^:]+:coins_bought:\\d+$') parts)
      select 'coin_credit' as kind, b.owner, b.key, e.account, e.amount, true as exact
      from bought b
      join coin_quotes q on q.member_id = b.owner and q.order_id = b.order_id and b.n <= q.credited
      join members m on m.id = b.owner
      cross join lateral (
        select div(b.units * trunc(div(sum(f.value::numeric) * 1e12, count(*)) * 1e-12 * (b.facts ->> 'perUsd')::numeric * 100),
          100000000) as minor
        from jsonb_each_text(b.facts) f where f.key <> 'perUsd') w
      cross join lateral (values
        ('house:unmatched:' || q.coin, -b.units), ('house:conversion:' || q.coin, b.units),
        ('house:conversion:' || m.currency, -w.minor), ('member:' || m.id || ':wallet:' || m.currency, w.minor)) e (account, amount)
      union all
      select 'coin_paid', q.member_id, 'order:' || q.order_id || ':coins', e.account, e.amount, true
      from coin_quotes q cross join lateral (values
        ('house:unmatched:' || q.coin, -q.amount), ('house:conversion:' || q.coin, q.amount)) e (account, amount)
      where q.member_id = any($1::text[]) and q.paid
      union all
      select 'coin_given_up', j.owner, j.key, e.account, e.amount, false
      from ledger_journals j
      join coin_quotes q on q.member_id = j.owner and q.order_id = split_part(j.key, ':', 2) and q.paid
      cross join lateral (values
        ('house:conversion:' || q.coin, -q.given_up), ('house:unmatched:' || q.coin, q.given_up)) e (account, amount)
      where j.owner = any($1::text[]) and j.kind = 'coin_given_up' and j.key ~ '^order:[^:]+:coins_given_up:\\d+$'`,
  ),
];
