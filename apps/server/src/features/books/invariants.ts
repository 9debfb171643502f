import { type Caused, causedBy } from '../../ledger/causes.ts';
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

/** What must hold of corrections. */
export const bookInvariants: readonly Invariant[] = [
  causedBy(
    '16 a correction is what one person asked for and another one booked',
    ['correction'],
    sql<Caused>`
      select 'correction' as kind, 'house' as owner, 'correction:' || c.id as key,
        e ->> 'account' as account, sum((e ->> 'amount')::bigint)::bigint as amount, true as exact
      from ledger_corrections c cross join jsonb_array_elements(c.entries) e
      where 'house' = any($1::text[]) and c.decision = 'booked' group by c.id, e ->> 'account'`,
  ),
];
