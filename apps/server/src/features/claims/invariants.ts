/** Invariants of claims, which hold at every commit. */
import { type Caused, causedBy } from '../../ledger/causes.ts';
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const claimInvariants: readonly Invariant[] = [
  causedBy(
    '5 the price of a code is given back once, of a claim that says so, and its seller is charged what the card brought',
    ['claim', 'claim_charge'],
    sql<Caused>`select kind, owner, key, account, amount, exact from claim_entries`,
  ),
  {
    rule: '3, 5 what claims say is what codes, lines, sales and pictures say',
    breaches: sql`select breach from claim_breaches limit 20`,
  },
];
