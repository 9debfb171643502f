import { type Caused, causedBy } from '../../ledger/causes.ts';
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db/db.ts';

/** What must hold of corrections and of the sums of days. */
export const bookInvariants: readonly Invariant[] = [
  causedBy(
    '16 a correction is what one person asked for and another one booked',
    ['correction'],
    sql<Caused>`
      select 'correction' as kind, 'house' as owner, 'correction:' || c.id as key,
        e ->> 'account' as account, sum((e ->> 'amount')::bigint)::bigint as amount, true as exact
      from ledger_corrections c cross join jsonb_array_elements(c.entries) e
      where c.decision = 'booked' group by c.id, e ->> 'account'`,
  ),
  {
    rule: '1 the sums of a day are zero for each kind of journal and currency',
    breaches: sql`
      select 'the sums of ' || kind || ' on ' || day || ' in ' || currency || ' are not zero' as breach
      from ledger_days group by day, kind, currency having sum(amount) <> 0 limit 20`,
  },
];
