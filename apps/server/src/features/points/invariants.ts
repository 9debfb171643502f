/** Invariants of points, which hold at every commit. */
import { type Caused, causedBy } from '../../ledger/causes.ts';
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const pointInvariants: readonly Invariant[] = [
  {
    rule: '6 the points of an order in the ledger are what its lines earned, less what was taken back',
    over: 'owners',
    breaches: sql`
      select coalesce(e.order_id, booked.reference) || ': ' || coalesce(e.points, 0) || ' and '
        || coalesce(booked.points, 0) as breach
      from (select member_id, order_id, sum(points - taken_points) as points
        from point_earnings where member_id = any($1::text[]) group by member_id, order_id) e
      full join (select j.owner, j.reference, sum(p.amount) as points
        from ledger_journals j join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
        join ledger_accounts a on a.id = p.account_id and a.name like 'member:%:points:%'
        where j.owner = any($1::text[]) and j.kind in ('points', 'points_back') group by j.owner, j.reference) booked
        on booked.owner = e.member_id and booked.reference = e.order_id
      where coalesce(e.points, 0) <> coalesce(booked.points, 0) limit 20`,
  },
  {
    rule: '6 a line that was given back has earned nothing: its points are taken, or kept out of its refund',
    over: 'owners',
    breaches: sql`
      select e.line_id as breach from point_earnings e
      join order_lines l on l.member_id = e.member_id and l.order_id = e.order_id
        and l.id = e.line_id
      where e.member_id = any($1::text[]) and l.refunded_at is not null and e.kept_minor < least(
        e.house_minor - e.house_minor * e.taken_points / e.points,
        l.payable_minor - least(l.cashback_minor, l.payable_minor)) limit 20`,
  },
  {
    rule: '6 what was kept out of refunds for points is in their journals',
    over: 'owners',
    breaches: sql`
      select e.line_id as breach from point_earnings e
      left join ledger_journals j on j.owner = e.member_id
        and j.key = 'order:' || e.order_id || ':refund:' || e.line_id
      left join (select p.owner, p.journal_id, p.amount from ledger_postings p
        join ledger_accounts a on a.id = p.account_id and a.name like 'house:points:%') kept
        on kept.owner = j.owner and kept.journal_id = j.id
      where e.member_id = any($1::text[]) and e.kept_minor <> coalesce(kept.amount, 0) limit 20`,
  },
  {
    rule: '6 a friend has brought points at most once, exactly those written down',
    over: 'owners',
    breaches: sql`
      select coalesce(f.member_id, j.reference) as breach
      from (select * from friends where inviter_id = any($1::text[])) f
      full join (select j.owner, j.reference, sum(p.amount) as points
        from ledger_journals j join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
        join ledger_accounts a on a.id = p.account_id and a.name like 'member:%:points:%'
        where j.owner = any($1::text[]) and j.kind in ('friend_points', 'friend_back') group by j.owner, j.reference) j
        on j.owner = f.inviter_id and j.reference = f.member_id
      where coalesce(f.points - f.taken_points, 0) <> coalesce(j.points, 0) limit 20`,
  },
  causedBy(
    '6 points come from what lines have earned and friends have brought, go back as these say, and leave for their member’s wallet',
    ['points', 'points_back', 'spend_points', 'friend_points', 'friend_back'],
    sql<Caused>`
      with taken as (
        select kind, owner, key, split_part(key, ':', 2) as id, split_part(key, ':', 5) as line_id, n,
          lead(n) over (partition by kind, owner, regexp_replace(key, '\\d+$', '') order by n) as next
        from (select *, substring(key from '\\d+$')::numeric as n from ledger_journals
          where owner = any($1::text[]) and (kind = 'points_back' and key ~ '^order:[^:]+:points:back:[^:]+:\\d+$'
            or kind = 'friend_back' and key ~ '^friend:[^:]+:points:back:\\d+$')) parts),
      earned as (
        select 'points' as kind, member_id as owner, 'order:' || order_id || ':points' as key, member_id, order_id,
          house_minor, points, currency
        from point_earnings where member_id = any($1::text[])
        union all
        select t.kind, t.owner, t.key, e.member_id, e.order_id,
          div(e.house_minor * t.n, e.points) - div(e.house_minor * coalesce(t.next, e.taken_points), e.points),
          t.n - coalesce(t.next, e.taken_points), e.currency
        from taken t join point_earnings e on e.member_id = t.owner and e.order_id = t.id and e.line_id = t.line_id
        where t.kind = 'points_back')
      select e.kind, e.owner, e.key, x.account, sum(x.amount) as amount, true as exact
      from earned e join orders o on o.member_id = e.member_id and o.id = e.order_id
      cross join lateral (values
        ('house:points:' || o.currency, -e.house_minor),
        ('house:conversion:' || o.currency, case when o.currency <> e.currency then e.house_minor end),
        ('house:conversion:' || e.currency, case when o.currency <> e.currency then -e.points end),
        ('member:' || e.member_id || ':points:' || e.currency, e.points)) x (account, amount)
      group by e.kind, e.owner, e.key, x.account
      union all
      select f.kind, f.inviter_id, f.key, x.account, x.amount, true
      from (select 'friend_points' as kind, inviter_id, 'friend:' || member_id || ':points' as key, currency, points
        from friends where inviter_id = any($1::text[]) and state = 'paid'
        union all
        select t.kind, inviter_id, t.key, currency, t.n - coalesce(t.next, taken_points)
        from taken t join friends f on t.kind = 'friend_back' and f.member_id = t.id and f.inviter_id = t.owner) f
      cross join lateral (values ('house:points:' || f.currency, -f.points),
        ('member:' || f.inviter_id || ':points:' || f.currency, f.points)) x (account, amount)
      union all
      select j.kind, j.owner, j.key, x.account, x.amount, true
      from ledger_journals j join ledger_postings p on p.owner = j.owner and p.journal_id = j.id and p.amount < 0
      join ledger_accounts a on a.id = p.account_id and a.name = 'member:' || j.owner || ':points:' || a.currency
      cross join lateral (values (a.name, p.amount),
        ('member:' || j.owner || ':wallet:' || a.currency, -p.amount)) x (account, amount)
      where j.owner = any($1::text[]) and j.kind = 'spend_points' and j.key = 'points:' || j.reference`,
  ),
];
