/** What must hold of stock at every commit. */
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db.ts';
import type { SealedSample } from '../../platform/key-checks.ts';

export const stockInvariants: readonly Invariant[] = [
  {
    rule: '3 free + reserved + sold + void = loaded',
    breaches: sql`
      select b.id || ' loaded ' || b.loaded || ', has ' || count(c.id) as breach
      from code_batches b left join codes c on c.batch_id = b.id
      group by b.id having count(c.id) <> b.loaded limit 20`,
  },
  {
    rule: '3 every taken code belongs to a line of that card and member',
    breaches: sql`
      select 'code ' || c.id || ' ' || c.state as breach from codes c
      left join order_lines l on l.id = c.line_id
      where c.line_id is not null
        and (l.id is null or l.card_id <> c.card_id or l.member_id <> c.member_id) limit 20`,
  },
];

export const sealedCodes: SealedSample = {
  what: 'code',
  rows: sql`
    select id::text, card_id as identity, content as sealed from (
      select id, card_id, content,
        row_number() over (partition by get_byte(content, 0) order by id) as oldest,
        row_number() over (partition by get_byte(content, 0) order by id desc) as newest
      from codes) numbered
    where least(oldest, newest) <= 3 order by id`,
};
