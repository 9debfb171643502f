/** What a rule is, and the rules of the ledger alone. */
import { type Statement, sql } from '../platform/db/db.ts';
import type { Recomputed } from './recompute.ts';

/** A rule that must hold at every commit; its statement returns the breaches. */
export interface Invariant {
  /** The rule in words, with its number in the trust programme if it has one. */
  readonly rule: string;
  readonly breaches: Statement<{ breach: string }>;
  /**
   * What the statement reads, so that its cost is bounded. `owners`, `cards`, `batches`: what belongs to the ids in `$1`;
   * the whole check asks for page after page, the check of each minute for owners with new journals. `new`: journals
   * in the place `$1` to `$3` (transaction, first and last id), each minute only. `few`: as much however large the shop
   * is; each minute and in the whole check. Else all rows, in one statement of the whole check.
   */
  readonly over?: 'owners' | 'cards' | 'batches' | 'new' | 'few';
}

/** Rules of the ledger alone. */
export const ledgerInvariants: readonly Invariant[] = [
  {
    rule: '1 each journal sums to zero per currency',
    over: 'owners',
    breaches: sql`
      select owner || ' journal ' || journal_id || ' ' || currency as breach
      from ledger_postings where owner = any($1::text[])
      group by owner, journal_id, currency having sum(amount) <> 0 limit 20`,
  },
  {
    rule: '1 each new journal sums to zero per currency',
    over: 'new',
    breaches: sql`
      select p.owner || ' journal ' || p.journal_id || ' ' || p.currency as breach
      from (select owner, id from ledger_journals
        where xid >= $1::xid8 and id >= $2::bigint and id <= $3::bigint order by xid desc limit 20000) j
      join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
      group by p.owner, p.journal_id, p.currency having sum(p.amount) <> 0 limit 20`,
  },
  {
    rule: '1 a journal moves each account once',
    over: 'owners',
    breaches: sql`
      select owner || ' journal ' || journal_id || ' account ' || account_id as breach
      from ledger_postings where owner = any($1::text[])
      group by owner, journal_id, account_id having count(*) > 1 limit 20`,
  },
  {
    rule: '1 each balance is the sum of its postings',
    over: 'owners',
    breaches: sql`
      select a.name || ' says ' || b.balance || ', postings say ' || coalesce(p.sum, 0) as breach
      from ledger_accounts a join ledger_balances b on b.account_id = a.id
      cross join lateral (select sum(amount), count(*) from ledger_postings
        where account_id = b.account_id) p
      where a.owner = any($1::text[])
        and (b.balance <> coalesce(p.sum, 0) or b.postings <> coalesce(p.count, 0)) limit 20`,
  },
  {
    rule: '1 each balance is of an account',
    breaches: sql`
      select 'the balance of account ' || account_id || ' is of none' as breach from ledger_balances b
      where not exists (select from ledger_accounts a where a.id = b.account_id) limit 20`,
  },
  {
    // A journal of the audit log has none.
    rule: '1 every journal has postings and every posting a journal',
    over: 'owners',
    breaches: sql`
      select coalesce(j.owner, p.owner) || ' journal ' || coalesce(j.id, p.journal_id) as breach
      from (select * from ledger_journals where owner = any($1::text[])) j
      full join (select * from ledger_postings where owner = any($1::text[])) p
        on p.owner = j.owner and p.journal_id = j.id
      where j.id is null or (p.journal_id is null and j.kind <> 'audit') limit 20`,
  },
  {
    rule: '1 each posting of a member is one movement, and its figures run on',
    over: 'owners',
    breaches: sql`
      with mine as materialized (
        select b.account_id from ledger_accounts a join ledger_balances b on b.account_id = a.id
        where a.owner = any($1::text[])),
      running as (
        select account_id, owner, journal_id, position, nth, amount, balance, kind_nth, kind_total,
          row_number() over one_by_one as is_nth, sum(amount) over one_by_one as is_balance,
          row_number() over alike as is_kind_nth, sum(amount) over alike as is_kind_total,
          moved_at < lag(moved_at) over one_by_one as back
        from mine join ledger_movements using (account_id)
        window one_by_one as (partition by account_id order by nth),
          alike as (partition by account_id, kind, incoming order by nth)),
      wanted as (
        select account_id, p.owner, p.journal_id, p.position, p.amount
        from mine join ledger_postings p using (account_id))
      select 'account ' || coalesce(m.account_id, w.account_id) || ' movement '
        || coalesce(m.nth::text, 'missing') as breach
      from running m full join wanted w on w.account_id = m.account_id and w.owner = m.owner
        and w.journal_id = m.journal_id and w.position = m.position
      where m.amount is distinct from w.amount or m.nth <> m.is_nth or m.balance <> m.is_balance
        or m.kind_nth <> m.is_kind_nth or m.kind_total <> m.is_kind_total or m.back limit 20`,
  },
  {
    rule: '2 no member account is below zero, and each has a balance',
    over: 'owners',
    breaches: sql`
      select a.name as breach from ledger_accounts a
      left join ledger_balances b on b.account_id = a.id
      where a.owner = any($1::text[]) and a.owner <> 'house'
        and (b.balance is null or b.balance < 0) limit 20`,
  },
];

export interface Problem {
  readonly rule: string;
  readonly breach: string;
}

/** A breach of the history: of the chain of seals or their tree. */
export function chainProblems({ broken, brokenTree }: Recomputed): Problem[] {
  const rule = '1 history is unchanged';
  return [
    ...(broken === undefined ? [] : [{ rule, breach: `seal ${broken} does not fit` }]),
    ...(brokenTree === undefined
      ? []
      : [{ rule, breach: `the tree of seals does not fit at seal ${brokenTree}` }]),
  ];
}
