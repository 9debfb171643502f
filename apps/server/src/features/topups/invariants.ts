/** What must hold of top-ups at every commit. */
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db.ts';

export const topUpInvariants: readonly Invariant[] = [
  {
    rule: '5 money is added if and only if it was captured, exactly that much',
    breaches: sql`
      select t.id || ' ' || t.state as breach from top_ups t
      left join payment_captures c on c.member_id = t.member_id and c.order_id = t.id
        and c.use = 'order'
      where (t.state = 'paid') <> (c.capture_id is not null)
        or c.amount_minor <> t.amount_minor or c.currency <> t.currency limit 20`,
  },
  {
    rule: '6 a paid top-up has exactly one journal of its amount, another one none',
    breaches: sql`
      select coalesce(t.id, j.reference) || ' ' || coalesce(t.state, 'unknown') as breach
      from top_ups t
      full join ledger_journals j on j.kind = 'add' and j.owner = t.member_id
        and j.reference = t.id
      left join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
        and p.amount = t.amount_minor and p.account_id = (select id from ledger_accounts
          where name = 'member:' || t.member_id || ':wallet:' || t.currency)
      where coalesce(j.kind, 'add') = 'add' and (t.id is null
        or (t.state = 'paid') <> (j.id is not null)
        or (j.id is not null and (j.key <> 'add:' || t.id or p.amount is null))) limit 20`,
  },
];
