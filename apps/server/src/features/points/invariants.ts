/** What must hold of points at every commit. */
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db.ts';

export const pointInvariants: readonly Invariant[] = [
  {
    rule: '6 the points of an order in the ledger are what its lines earned, less what was taken back',
    breaches: sql`
      select coalesce(e.order_id, booked.reference) || ': ' || coalesce(e.points, 0) || ' and '
        || coalesce(booked.points, 0) as breach
      from (select member_id, order_id, sum(points - taken_points) as points
        from point_earnings group by member_id, order_id) e
      full join (select j.owner, j.reference, sum(p.amount) as points
        from ledger_journals j join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
        join ledger_accounts a on a.id = p.account_id and a.name like 'member:%:points:%'
        where j.kind in ('points', 'points_back') group by j.owner, j.reference) booked
        on booked.owner = e.member_id and booked.reference = e.order_id
      where coalesce(e.points, 0) <> coalesce(booked.points, 0) limit 20`,
  },
  {
    rule: '6 a line that was given back has earned nothing: its points are taken, or kept out of its refund',
    breaches: sql`
      select e.line_id as breach from point_earnings e
      join order_lines l on l.member_id = e.member_id and l.order_id = e.order_id
        and l.id = e.line_id
      where l.refunded_at is not null and e.kept_minor < least(
        e.house_minor - e.house_minor * e.taken_points / e.points,
        l.payable_minor - least(l.cashback_minor, l.payable_minor)) limit 20`,
  },
  {
    rule: '6 what was kept out of refunds for points is in their journals',
    breaches: sql`
      select e.line_id as breach from point_earnings e
      left join ledger_journals j on j.owner = e.member_id
        and j.key = 'order:' || e.order_id || ':refund:' || e.line_id
      left join (select p.owner, p.journal_id, p.amount from ledger_postings p
        join ledger_accounts a on a.id = p.account_id and a.name like 'house:points:%') kept
        on kept.owner = j.owner and kept.journal_id = j.id
      where e.kept_minor <> coalesce(kept.amount, 0) limit 20`,
  },
  {
    rule: '6 a friend has brought points at most once, exactly those written down',
    breaches: sql`
      select coalesce(f.member_id, j.reference) as breach from friends f
      full join (select j.owner, j.reference, sum(p.amount) as points
        from ledger_journals j join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
        join ledger_accounts a on a.id = p.account_id and a.name like 'member:%:points:%'
        where j.kind in ('friend_points', 'friend_back') group by j.owner, j.reference) j
        on j.owner = f.inviter_id and j.reference = f.member_id
      where coalesce(f.points - f.taken_points, 0) <> coalesce(j.points, 0) limit 20`,
  },
];
