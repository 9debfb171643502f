import { type Db, type Statement, sql } from '../platform/db/db.ts';
import { type ChainPoint, type Recomputed, recomputeChain } from './recompute.ts';

/** A rule that must hold at every commit; its statement returns the breaches. */
export interface Invariant {
  /** The rule in words, with its number in the trust programme if it has one. */
  readonly rule: string;
  readonly breaches: Statement<{ breach: string }>;
}

const ledgerInvariants: readonly Invariant[] = [
  {
    rule: '1 postings sum to zero per currency',
    breaches: sql`
      select currency || ' is off by ' || sum(amount) as breach
      from ledger_postings group by currency having sum(amount) <> 0 limit 20`,
  },
  {
    rule: '1 each journal sums to zero per currency',
    breaches: sql`
      select owner || ' journal ' || journal_id || ' ' || currency as breach
      from ledger_postings group by owner, journal_id, currency having sum(amount) <> 0 limit 20`,
  },
  {
    rule: '1 a journal moves each account once',
    breaches: sql`
      select owner || ' journal ' || journal_id || ' account ' || account_id as breach
      from ledger_postings group by owner, journal_id, account_id having count(*) > 1 limit 20`,
  },
  {
    rule: '1 each balance is the sum of its postings',
    breaches: sql`
      select a.name || ' says ' || b.balance || ', postings say ' || coalesce(p.sum, 0) as breach
      from ledger_balances b join ledger_accounts a on a.id = b.account_id
      left join (select account_id, sum(amount), count(*) from ledger_postings
        group by account_id) p on p.account_id = b.account_id
      where b.balance <> coalesce(p.sum, 0) or b.postings <> coalesce(p.count, 0) limit 20`,
  },
  {
    // A journal of the audit log has none.
    rule: '1 every journal has postings and every posting a journal',
    breaches: sql`
      select coalesce(j.owner, p.owner) || ' journal ' || coalesce(j.id, p.journal_id) as breach
      from ledger_journals j full join ledger_postings p
        on p.owner = j.owner and p.journal_id = j.id
      where j.id is null or (p.journal_id is null and j.kind <> 'audit') limit 20`,
  },
  {
    rule: '1 each posting of a member is one movement, and its figures run on',
    breaches: sql`
      with running as (
        select account_id, owner, journal_id, position, nth, amount, balance, kind_nth, kind_total,
          row_number() over one_by_one as is_nth, sum(amount) over one_by_one as is_balance,
          row_number() over alike as is_kind_nth, sum(amount) over alike as is_kind_total,
          moved_at < lag(moved_at) over one_by_one as back
        from ledger_movements
        window one_by_one as (partition by account_id order by nth),
          alike as (partition by account_id, kind, incoming order by nth)),
      wanted as (
        select p.account_id, p.owner, p.journal_id, p.position, p.amount
        from ledger_postings p join ledger_balances b on b.account_id = p.account_id)
      select 'account ' || coalesce(m.account_id, w.account_id) || ' movement '
        || coalesce(m.nth::text, 'missing') as breach
      from running m full join wanted w on w.account_id = m.account_id and w.owner = m.owner
        and w.journal_id = m.journal_id and w.position = m.position
      where m.amount is distinct from w.amount or m.nth <> m.is_nth or m.balance <> m.is_balance
        or m.kind_nth <> m.is_kind_nth or m.kind_total <> m.is_kind_total or m.back limit 20`,
  },
  {
    rule: '2 no member account is below zero, and each has a balance',
    breaches: sql`
      select a.name as breach from ledger_accounts a
      left join ledger_balances b on b.account_id = a.id
      where a.owner <> 'house' and (b.balance is null or b.balance < 0) limit 20`,
  },
];

export interface Verdict {
  readonly ok: boolean;
  readonly problems: readonly { rule: string; breach: string }[];
  readonly checked: number;
  /** The result for the chain of seals. */
  readonly chain: Recomputed;
}

/**
 * Checks the ledger, its chain of seals (from the first or from an earlier check's point) and the features'
 * invariants. Reads only. Throws when `givenUp` is aborted.
 */
export function verifyLedger(
  db: Db,
  featureInvariants: readonly Invariant[],
  { from, givenUp }: { from?: ChainPoint | undefined; givenUp?: AbortSignal | undefined } = {},
): Promise<Verdict> {
  const invariants = [...ledgerInvariants, ...featureInvariants];
  return db.survey(async (tx) => {
    const found = await Promise.all(
      invariants.map(async ({ rule, breaches }) =>
        (await tx.rows(breaches)).map(({ breach }) => ({ rule, breach })),
      ),
    );
    const problems = found.flat();
    const chain = await recomputeChain(tx, from);
    if (chain.broken !== undefined)
      problems.push({
        rule: '1 history is unchanged',
        breach: `seal ${chain.broken} does not fit`,
      });
    if (chain.brokenTree !== undefined)
      problems.push({
        rule: '1 history is unchanged',
        breach: `the tree of seals does not fit at seal ${chain.brokenTree}`,
      });
    return { ok: problems.length === 0, problems, checked: invariants.length + 1, chain };
  }, givenUp);
}
