/** What must hold of selling at every commit. */
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db.ts';

export const sellingInvariants: readonly Invariant[] = [
  {
    rule: '6 a sell order is paid once after it was accepted, and never else',
    breaches: sql`
      select coalesce(o.id, j.reference) || ' ' || coalesce(o.state, 'unknown') as breach
      from sell_orders o
      full join ledger_journals j on j.kind = 'sell' and j.owner = o.member_id
        and j.reference = o.id
      where coalesce(j.kind, 'sell') = 'sell' and (o.id is null
        or (o.state = 'paid') <> (j.id is not null)
        or (j.id is not null and j.key <> 'sell:' || o.id || ':payout')) limit 20`,
  },
  {
    rule: '6 what was paid for cards is what their sell orders say',
    breaches: sql`
      select o.id as breach from sell_orders o
      left join ledger_journals j on j.owner = o.member_id and j.key = 'sell:' || o.id || ':payout'
      left join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
      left join ledger_accounts a on a.id = p.account_id
      where o.state = 'paid'
      group by o.member_id, o.id
      having coalesce(sum(p.amount) filter (where a.name = 'member:' || o.member_id || ':wallet:'
          || o.payout_currency), 0) <> o.payout_minor
        or coalesce(sum(p.amount) filter (where a.name = 'house:bought_cards:' || o.currency), 0)
          <> -o.subtotal_minor
        or coalesce(sum(p.amount) filter (where a.name = 'house:exchange_fees:' || o.currency), 0)
          <> o.fee_minor
      limit 20`,
  },
  {
    rule: '12 the lines of a sell order add up to its sums',
    breaches: sql`
      select o.id as breach from sell_orders o
      left join sell_lines l on l.member_id = o.member_id and l.order_id = o.id
      group by o.member_id, o.id
      having coalesce(sum(l.price_minor * l.quantity), 0) <> o.subtotal_minor
        or coalesce(sum(l.fee_minor), 0) <> o.fee_minor limit 20`,
  },
  {
    rule: '14 the pictures of a sell order are its own and its member’s, until a declined one is erased',
    breaches: sql`
      select l.order_id || ' ' || picture as breach from sell_lines l
      cross join unnest(array[l.front, l.back, l.receipt]) as picture
      left join uploads u on u.path = picture
      where (u.path is null or u.member_id <> l.member_id or u.kind <> 'sellimages'
        or u.used_by is distinct from l.order_id)
        and not exists (select 1 from sell_orders o join members m on m.id = o.member_id
          where o.member_id = l.member_id and o.id = l.order_id and o.state = 'declined'
            and m.erased_at is not null) limit 20`,
  },
];
