/** Rules for orders, true at every commit. */
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const orderInvariants: readonly Invariant[] = [
  {
    rule: '10 delivered means all codes present',
    over: 'owners',
    breaches: sql`
      select l.id || ' wants ' || l.quantity || ', has ' || count(c.id) as breach
      from order_lines l left join codes c on c.line_id = l.id and c.state = 'sold'
      where l.member_id = any($1::text[]) and l.state = 3 and l.refunded_at is null
      group by l.id, l.quantity having count(c.id) <> l.quantity limit 20`,
  },
  {
    rule: '4 no code is sold before its order is paid',
    over: 'owners',
    breaches: sql`
      select 'code ' || c.id as breach from codes c
      join order_lines l on l.id = c.line_id join orders o
        on o.member_id = l.member_id and o.id = l.order_id
      where l.member_id = any($1::text[]) and c.state = 'sold' and o.state in ('pending', 'failed') limit 20`,
  },
  {
    rule: '4 what was given back unseen is out of trade',
    over: 'owners',
    breaches: sql`
      select 'code ' || c.id || ' ' || c.state as breach from order_lines l
      join codes c on c.line_id = l.id
      where l.member_id = any($1::text[]) and l.refunded_at is not null and c.state <> 'void' and c.viewed_at is null limit 20`,
  },
  {
    rule: '11 only pending orders and paid ones waiting for codes hold reservations',
    over: 'owners',
    breaches: sql`
      select 'code ' || c.id || ' for ' || o.state as breach from codes c
      join order_lines l on l.id = c.line_id join orders o
        on o.member_id = l.member_id and o.id = l.order_id
      where l.member_id = any($1::text[]) and c.state = 'reserved' and o.state not in ('pending', 'paid', 'accepted') limit 20`,
  },
  {
    rule: '10, 12 the lines of an order add up to its total, what was given back and its state',
    over: 'owners',
    // The left join finds an order without lines.
    breaches: sql`
      select o.id || ' ' || o.state as breach from orders o
      left join order_lines l on l.member_id = o.member_id and l.order_id = o.id
      where o.member_id = any($1::text[])
      group by o.member_id, o.id, o.total_minor, o.cashback_minor, o.refunded_minor, o.state
      having count(l.id) = 0
        or sum(l.payable_minor) <> o.total_minor or sum(l.cashback_minor) <> o.cashback_minor
        or sum(l.refunded_minor) <> o.refunded_minor
        or bool_and(l.refunded_at is not null) <> (o.state = 'refunded')
        or (o.state = 'delivered' and bool_or(l.state <> 3 and l.refunded_at is null))
      limit 20`,
  },
];
