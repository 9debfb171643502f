/** What must hold of wallet at every commit. */
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db.ts';

export const walletInvariants: readonly Invariant[] = [
  {
    rule: '2 a redeemed voucher has exactly one journal of its value, another one none',
    breaches: sql`
      select v.id || ' has ' || count(p.owner) as breach from vouchers v
      left join ledger_journals j on j.kind = 'redeem' and j.key = 'voucher:' || v.id
      left join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
        and p.amount = v.value_minor and p.account_id = (select id from ledger_accounts
          where name = 'member:' || v.redeemed_by || ':wallet:' || v.currency)
      group by v.id
      having count(p.owner) <> (v.redeemed_at is not null)::int
        or count(distinct j.id) <> (v.redeemed_at is not null)::int limit 20`,
  },
];
