import { type Statement, statement } from '../platform/db/db.ts';
import type { JournalKind } from './kinds.ts';
import type { Invariant } from './rules.ts';

/** A posting that a row requires. */
export interface Caused {
  readonly kind: JournalKind;
  readonly owner: string;
  readonly key: string;
  readonly account: string;
  /** Zero and null require no posting. */
  readonly amount: bigint;
  /** False when the row only bounds the amount: anything from zero to `amount` is right. */
  readonly exact: boolean;
}

/**
 * The rule that journals of these kinds match the rows that cause them, posting by posting. `entries` selects every
 * posting that the rows of the owners in `$1` require; what it says of others is left out. Breaches: a journal without
 * its row, or with another owner, account or amount, and a row without its journal.
 */
export const causedBy = (
  rule: string,
  kinds: readonly JournalKind[],
  entries: Statement<Caused>,
): Invariant & { readonly kinds: readonly JournalKind[] } => ({
  rule,
  kinds,
  over: 'owners',
  breaches: statement(
    `with wanted as (
        select * from (${entries.text}) entry where amount <> 0 and owner = any($1::text[])),
      booked as (
        select j.kind, j.owner, j.key, a.name as account, p.amount from ledger_journals j
        left join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
        left join ledger_accounts a on a.id = p.account_id
        where j.owner = any($1::text[]) and j.kind = any('{${kinds}}'::text[]))
      select distinct coalesce(b.kind, w.kind) || ' of ' || owner || ': ' || key as breach
      from booked b full join wanted w using (owner, key, account)
      where case when b.kind is null then w.exact
        else (b.kind = w.kind and case when w.exact then b.amount = w.amount
          else b.amount between least(w.amount, 0) and greatest(w.amount, 0) end) is not true end
      limit 20`,
    [],
  ),
});
