/** Wallets with a past: journals of any kind, at any time, without the deeds behind them. */
import { type Db, type Queryable, type Statement, sql } from '../../platform/db/db.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { TestMember } from '../../testing/builders.ts';
import type { TestShop } from '../../testing/start-shop.ts';

export interface Past {
  readonly kind: string;
  readonly amountMinor: bigint;
  readonly at?: string;
}

const atOnce = 1_000;

/** Moves a wallet as told, one after the other; each now where it does not say when. */
export async function moveWallet(
  shop: TestShop,
  member: TestMember,
  pasts: readonly Past[],
): Promise<void> {
  for (let from = 0; from < pasts.length; from += atOnce) {
    await moveSome(shop, member, pasts.slice(from, from + atOnce));
    // As PostgreSQL does by itself in time: without statistics it walks where it could step.
    if (pasts.length > atOnce) await shop.owner.script('analyze ledger_movements');
  }
}

async function moveSome(shop: TestShop, { id }: TestMember, pasts: readonly Past[]): Promise<void> {
  await shop.db.run(sql`
    with told as (
      select * from unnest(${pasts.map(() => newId('test'))}::text[],
        ${pasts.map(({ kind }) => kind)}::text[],
        ${pasts.map(({ amountMinor }) => amountMinor)}::bigint[],
        ${pasts.map(({ at }) => at ?? null)}::timestamptz[]) with ordinality
        as told (key, kind, amount, at, n)),
    written as (
      insert into ledger_journals (owner, key, input_hash, kind, reference, created_at)
      select ${id}, key, '\\x00', kind, 'test', coalesce(at, app_now()) from told order by n
      returning id, key)
    insert into ledger_postings (owner, journal_id, position, account_id, currency, amount)
    select ${id}, w.id, side.position, a.id, 'usd', side.sign * told.amount
    from written w join told using (key)
    cross join (values (1, 1, 'member:' || ${id}::text || ':wallet:usd'), (2, -1, 'house:sales:usd'))
      as side (position, sign, account)
    join ledger_accounts a on a.name = side.account`);
}

/** So many movements, a minute apart from `since` on: one in ten is cashback of 9.00, the others pay 1.00. */
export function manyMoves(count: number, since: string): Past[] {
  const start = Date.parse(since);
  return Array.from({ length: count }, (_, n) => ({
    kind: n % 10 === 0 ? 'cashback' : 'buy',
    amountMinor: n % 10 === 0 ? 9_00n : -1_00n,
    at: new Date(start + n * 60_000).toISOString(),
  }));
}

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Counts the pages of the database that what `work` asks touches. */
export async function pagesTouched(db: Db, work: (db: Queryable) => Promise<unknown>) {
  let pages = 0;
  const explained = async ({ text, values }: Statement<unknown>) => {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      [...values],
    );
    const [explanation] = rows[0]?.['QUERY PLAN'] ?? [];
    pages += explanation?.Plan['Shared Hit Blocks'] ?? 0;
    pages += explanation?.Plan['Shared Read Blocks'] ?? 0;
  };
  await work({
    rows: (statement) => explained(statement).then(() => db.rows(statement)),
    first: (statement) => explained(statement).then(() => db.first(statement)),
    one: (statement) => explained(statement).then(() => db.one(statement)),
    run: (statement) => explained(statement).then(() => 0),
  });
  return pages;
}
