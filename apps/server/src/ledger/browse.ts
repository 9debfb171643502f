/** Journals as bookkeepers look through them, the newest first. */
import { toDecimalText } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql } from '../platform/db/db.ts';
import { isCoin, type Unit } from './ledger.ts';

export interface ListedJournal {
  readonly id: bigint;
  readonly xid: string;
  readonly owner: string;
  readonly kind: string;
  readonly key: string;
  readonly reference: string;
  readonly createdAt: Date;
  readonly postings: readonly {
    readonly account: string;
    readonly currency: Unit;
    /** In smallest units, as text. */
    readonly amount: string;
  }[];
}

export interface JournalSearch {
  /** A member's id or `house`. */
  readonly owner?: string | undefined;
  /** The whole name of an account. */
  readonly account?: string | undefined;
  /** `xid id` of the journal behind which the page begins. */
  readonly after?: string | undefined;
  readonly limit: number;
}

const wanted = { xid: '18446744073709551615', id: 2n ** 63n - 1n };

/** Where a page begins; undefined when it is malformed. */
export function journalKey(after: string | undefined): { xid: string; id: bigint } | undefined {
  if (after === undefined) return wanted;
  const [, xid = '', id = ''] = /^(\d{1,19}) (\d{1,18})$/.exec(after) ?? [];
  return xid === '' ? undefined : { xid, id: BigInt(id) };
}

/** Which journals a page lists. Each way walks an index backwards. */
function found({ owner, account, after, limit }: JournalSearch) {
  const { xid, id } = journalKey(after) ?? wanted;
  if (account !== undefined)
    return sql<{ owner: string; id: bigint }>`
      select owner, journal_id as id from ledger_postings
      where account_id = (select id from ledger_accounts where name = ${account}) and journal_id < ${id}
      order by journal_id desc limit ${limit}`;
  if (owner !== undefined)
    return sql<{ owner: string; id: bigint }>`
      select owner, id from ledger_journals where owner = ${owner} and id < ${id}
      order by id desc limit ${limit}`;
  return sql<{ owner: string; id: bigint }>`
    select owner, id from ledger_journals where (xid, id) < (${xid}::xid8, ${id})
    order by xid desc, id desc limit ${limit}`;
}

/** A page of journals with their postings, the newest first. */
export async function listJournals(db: Queryable, search: JournalSearch): Promise<ListedJournal[]> {
  const keys = await db.rows(found(search));
  return db.rows(sql<ListedJournal>`
    select j.id, j.xid::text as xid, j.owner, j.kind, j.key, j.reference, j.created_at as "createdAt",
      coalesce((select jsonb_agg(jsonb_build_object('account', a.name, 'currency', p.currency,
          'amount', p.amount::text) order by p.position)
        from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where p.owner = j.owner and p.journal_id = j.id), '[]') as postings
    from unnest(${keys.map(({ owner }) => owner)}::text[], ${keys.map(({ id }) => id)}::bigint[])
      with ordinality as k (owner, id, n)
    join ledger_journals j on j.owner = k.owner and j.id = k.id order by k.n`);
}

/** Those of these account names that do not exist in their currency. */
export async function unknownAccounts(
  db: Queryable,
  accounts: readonly { readonly account: string; readonly currency: string }[],
): Promise<string[]> {
  const rows = await db.rows(sql<{ name: string }>`
    select w.name from unnest(${accounts.map(({ account }) => account)}::text[],
      ${accounts.map(({ currency }) => currency)}::text[]) as w (name, currency)
    where not exists (select 1 from ledger_accounts a where a.name = w.name and a.currency = w.currency)`);
  return rows.map(({ name }) => name);
}

/** Decimal places of a unit. */
export const placesOf = (unit: string): number => (isCoin(unit as Unit) ? 8 : 2);

/** An amount in smallest units as a decimal. */
export function decimalOf(amount: bigint, unit: string): string {
  const places = placesOf(unit);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(places + 1, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Smallest units of a decimal; undefined when it has too many places. */
export function typedUnits(decimal: string, unit: string): bigint | undefined {
  const places = placesOf(unit);
  const [whole = '', part = ''] = decimal.replace('-', '').split('.');
  if (part.length > places) return undefined;
  const amount = BigInt(whole + part.padEnd(places, '0'));
  return decimal.startsWith('-') ? -amount : amount;
}

/** The newest journals, as text that changes with them. */
export async function newestJournals(db: Queryable): Promise<string> {
  const { newest } = await db.one(sql<{ newest: string }>`
    select coalesce(string_agg(id::text, ' '), '') as newest
    from (select id from ledger_journals order by xid desc, id desc limit 20) j`);
  return newest;
}

/** The journals of one reference with their entries, for `order show`. */
export async function journalsOf(db: Queryable, owner: string, reference: string) {
  const rows = await db.rows(sql<{
    kind: string;
    key: string;
    createdAt: Date;
    account: string;
    currency: Unit;
    amountMinor: bigint;
  }>`
    select j.kind, j.key, j.created_at as "createdAt", a.name as account, p.currency,
      p.amount as "amountMinor"
    from ledger_journals j
    join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
    join ledger_accounts a on a.id = p.account_id
    where j.owner = ${owner} and j.reference = ${reference}
    order by j.id, p.position`);
  return rows.map((row) => ({
    ...row,
    // Coins in smallest units, currencies as decimals.
    amount: isCoin(row.currency) ? String(row.amountMinor) : toDecimalText(row.amountMinor),
  }));
}
