/** Sums of each day, of sealed journals: a trial balance of any day is read from few rows. */
import { type Db, type Queryable, sql, type Tx } from '../platform/db/db.ts';
import { readEras } from './eras.ts';
import type { Invariant } from './rules.ts';
import { journalsOfEra, lastXid, type Seal } from './seal-queries.ts';

type Covered = Pick<Seal, 'seq' | 'era' | 'fromXid' | 'toXid'>;

/** The next seal that is not counted. The row is locked, so that each seal is counted once. */
async function nextSeal(tx: Tx): Promise<Covered | undefined> {
  const { seal } = await tx.one(sql<{ seal: bigint }>`select seal from ledger_days_to for update`);
  return tx.first(sql<Covered>`
    select seq, era, from_xid::text as "fromXid", to_xid::text as "toXid" from ledger_seals
    where seq = ${seal + 1n}`);
}

async function countSeal(tx: Tx): Promise<boolean> {
  const seal = await nextSeal(tx);
  if (!seal) return false;
  const { firstJournal, lastJournal } = journalsOfEra(await readEras(tx), seal.era);
  await tx.run(sql`
    insert into ledger_days as days (day, kind, account, currency, amount, postings)
    select (j.created_at at time zone 'UTC')::date, j.kind,
      case split_part(a.name, ':', 1) when 'house' then 'house:' || split_part(a.name, ':', 2)
        else 'members:' || split_part(a.name, ':', 3) end,
      p.currency, sum(p.amount), count(*)
    from ledger_journals j
    join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
    join ledger_accounts a on a.id = p.account_id
    where j.xid >= ${seal.fromXid}::xid8 and j.xid <= ${lastXid(seal.toXid)}::xid8
      and j.id between ${firstJournal} and ${lastJournal}
    group by 1, 2, 3, 4
    on conflict (day, kind, account, currency) do update
      set amount = days.amount + excluded.amount, postings = days.postings + excluded.postings`);
  await tx.run(sql`update ledger_days_to set seal = ${seal.seq}`);
  return true;
}

/** Counts what was sealed since, seal by seal. */
export async function countDays(db: Db, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted && (await db.tx(countSeal)));
}

export interface DaySum {
  readonly account: string;
  readonly currency: string;
  /** In smallest units. */
  readonly moved: bigint;
  readonly balance: bigint;
}

/** Balances at the end of a day, and what moved that day. */
export const balancesAt = (db: Queryable, day: string): Promise<DaySum[]> =>
  db.rows(sql<DaySum>`
    select account, currency, coalesce(sum(amount) filter (where day = ${day}::date), 0)::bigint as moved,
      sum(amount)::bigint as balance
    from ledger_days where day <= ${day}::date
    group by account, currency order by account, currency`);

export interface MonthSum {
  readonly kind: string;
  readonly account: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly postings: number;
}

/** Sums of a month, `YYYY-MM`, by kind and account. */
export const sumsOfMonth = (db: Queryable, month: string): Promise<MonthSum[]> =>
  db.rows(sql<MonthSum>`
    select kind, account, currency, sum(amount)::bigint as amount, sum(postings)::int as postings
    from ledger_days
    where day >= (${month} || '-01')::date and day < (${month} || '-01')::date + interval '1 month'
    group by kind, account, currency order by kind, account, currency`);

export const dayInvariant: Invariant = {
  rule: '1 the sums of a day are zero for each kind of journal and currency',
  breaches: sql`
    select 'the sums of ' || kind || ' on ' || day || ' in ' || currency || ' are not zero' as breach
    from ledger_days group by day, kind, currency having sum(amount) <> 0 limit 20`,
};
