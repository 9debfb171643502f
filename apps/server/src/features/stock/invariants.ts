/** Invariants of stock at every commit. */
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const stockInvariants: readonly Invariant[] = [
  {
    rule: '3 free + reserved + sold + void = loaded',
    over: 'batches',
    breaches: sql`
      select b.id || ' loaded ' || b.loaded || ', has ' || count(c.id) as breach
      from code_batches b left join codes c on c.batch_id = b.id
      where b.id = any($1::text[]) group by b.id having count(c.id) <> b.loaded limit 20`,
  },
  {
    rule: '3 every taken code belongs to a line of that card and member',
    over: 'cards',
    breaches: sql`
      select 'code ' || c.id || ' ' || c.state as breach from codes c
      left join order_lines l on l.member_id = c.member_id and l.id = c.line_id
      where c.card_id = any($1::text[]) and c.line_id is not null
        and (l.id is null or l.card_id <> c.card_id) limit 20`,
  },
  {
    rule: '3 the counts of each card are those of its codes',
    over: 'cards',
    breaches: sql`
      select card_id || ' ' || state || ': counted ' || coalesce(n.codes, 0) || ', has ' || coalesce(c.codes, 0) as breach
      from (select card_id, state, codes from stock_counts cross join lateral (values
          ('free', free), ('reserved', reserved), ('sold', sold), ('void', void)) s (state, codes)
        where card_id = any($1::text[])) n
      full join (select card_id, state, count(*) as codes from codes
        where card_id = any($1::text[]) group by card_id, state) c
        using (card_id, state)
      where coalesce(n.codes, 0) <> coalesce(c.codes, 0) limit 20`,
  },
];
