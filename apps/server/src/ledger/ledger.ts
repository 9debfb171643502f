/**
 * The public interface of the ledger: double entry, integer minor units, one journal per key. Positive amounts are
 * what the shop owes or has earned, negative ones what it is owed or has spent; every journal sums to zero per
 * currency. PostgreSQL enforces all of it (sql/0002_ledger.sql). Knows no feature.
 */
import { type Coin, coins } from '@giftlane/contract/money/coins.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../platform/db/db.ts';
import { brokenConstraint } from '../platform/db/errors.ts';
import { sha256 } from '../platform/secrets/secrets.ts';
import type { JournalKind } from './kinds.ts';

/** The house's accounts, explained in docs/ARCHITECTURE.md. */
export const houseAccounts = [
  'sales',
  'service_charges',
  'discounts',
  'cashback',
  'paypal_clearing',
  'refunds_payable',
  'unmatched',
  'vouchers',
  'conversion',
  'losses',
  'guarantee',
  'bought_cards',
  'exchange_fees',
  'points',
  'coin_chain',
  'coin_sending',
  'coin_fees',
  'coin_refills',
  'coin_cold',
] as const;
export type HouseAccount = (typeof houseAccounts)[number];

/** The unit of an account: a currency, in minor units, or a coin, in its smallest units. */
export type Unit = Currency | Coin;

export const isCoin = (unit: Unit): unit is Coin => coins.some((coin) => coin === unit);

/** The name of a house account in a currency or coin. */
export function house(account: HouseAccount, currency: Unit): string {
  return `house:${account}:${currency}`;
}

/** The account of a member's spendable money. */
export function walletOf(memberId: string, currency: Currency): string {
  return `member:${memberId}:wallet:${currency}`;
}

/** The account of a member's money held for unpaid orders. */
export function heldOf(memberId: string, currency: Currency): string {
  return `member:${memberId}:held:${currency}`;
}

/** The account of a member's frozen money: left over from a reversed top-up, until an operator decides. */
export function frozenOf(memberId: string, currency: Currency): string {
  return `member:${memberId}:frozen:${currency}`;
}

/** The account of a member's points: minor units of their currency, convertible to wallet money. */
export function pointsOf(memberId: string, currency: Currency): string {
  return `member:${memberId}:points:${currency}`;
}

/** The account of a member's coins. */
export function coinsOf(memberId: string, coin: Coin): string {
  return `member:${memberId}:coin:${coin}`;
}

export interface Entry {
  readonly account: string;
  readonly currency: Unit;
  readonly amountMinor: bigint;
}

/** Entries that move `amountMinor` from one account to another; none for zero. */
export function move(
  amountMinor: bigint,
  currency: Unit,
  accounts: { from: string; to: string },
): Entry[] {
  if (amountMinor === 0n) return [];
  return [
    { account: accounts.from, currency, amountMinor: -amountMinor },
    { account: accounts.to, currency, amountMinor },
  ];
}

/** Sums entries per account; a journal may move each account only once. */
function merged(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>();
  for (const entry of entries) {
    const before = sums.get(entry.account)?.amountMinor ?? 0n;
    sums.set(entry.account, { ...entry, amountMinor: before + entry.amountMinor });
  }
  return [...sums.values()].filter((entry) => entry.amountMinor !== 0n);
}

export interface Journal {
  /** A member's id or `house`. Keys are unique per owner. */
  readonly owner: string;
  readonly key: string;
  readonly kind: JournalKind;
  /** The id of the order, voucher or payment. */
  readonly reference: string;
  /** Details for later reading, such as a conversion rate. */
  readonly facts?: Readonly<Record<string, string>>;
  readonly entries: readonly Entry[];
}

function inputHash(journal: Journal, entries: readonly Entry[]): Buffer {
  const lines = entries.map((e) => `${e.account} ${e.currency} ${e.amountMinor}`);
  const facts = Object.entries(journal.facts ?? {}).map(([name, value]) => `${name}=${value}`);
  return sha256([journal.kind, journal.reference, ...facts.sort(), ...lines].join('\n'));
}

export interface Posted {
  readonly journalId: bigint;
  /** True when the journal existed before. */
  readonly replayed: boolean;
}

/**
 * Writes a journal, once per key: repeating it returns `replayed`; another input under the same key throws. Throws an
 * error that `isShort` recognises when a member's balance does not suffice.
 */
export async function post(tx: Tx, journal: Journal): Promise<Posted> {
  const [posted] = await postAll(tx, [journal]);
  if (!posted) throw new Error('a journal was neither written nor found');
  return posted;
}

/** Writes several journals like `post` at little more than the cost of one; all or none. */
export function postAll(tx: Tx, journals: readonly Journal[]): Promise<Posted[]> {
  const merging = journals.map((journal) => ({ ...journal, entries: merged(journal.entries) }));
  const entries = merging.flatMap((journal, i) =>
    journal.entries.map((entry, j) => ({ ...entry, number: i + 1, position: j + 1 })),
  );
  return tx.rows(sql<Posted>`
    select journal_id as "journalId", replayed from ledger_post_all(
      ${merging.map((j) => j.owner)}::text[], ${merging.map((j) => j.key)}::text[],
      ${merging.map((j) => inputHash(j, j.entries))}::bytea[], ${merging.map((j) => j.kind)}::text[],
      ${merging.map((j) => j.reference)}::text[], ${merging.map((j) => j.facts ?? null)}::jsonb[],
      ${entries.map((e) => e.number)}::int[], ${entries.map((e) => e.position)}::smallint[],
      ${entries.map((e) => e.account)}::text[], ${entries.map((e) => e.currency)}::text[],
      ${entries.map((e) => e.amountMinor)}::bigint[])`);
}

/** True when a journal with this key exists. */
export async function hasJournal(db: Queryable, owner: string, key: string): Promise<boolean> {
  const row = await db.first(sql<{ id: bigint }>`
    select id from ledger_journals where owner = ${owner} and key = ${key}`);
  return row !== undefined;
}

/** The journals that exist, as `owner key`. */
export async function postedAmong(
  db: Queryable,
  journals: readonly { readonly owner: string; readonly key: string }[],
): Promise<ReadonlySet<string>> {
  const posted = await db.rows(sql<{ name: string }>`
    select owner || ' ' || key as name
    from unnest(${journals.map(({ owner }) => owner)}::text[],
      ${journals.map(({ key }) => key)}::text[]) as wanted (owner, key)
    join ledger_journals using (owner, key)`);
  return new Set(posted.map(({ name }) => name));
}

/** Amounts that a member's journals posted to some accounts, by key; keys without such a posting are left out. */
export async function postedTo(
  db: Queryable,
  owner: string,
  { accounts, keys }: { accounts: readonly string[]; keys: readonly string[] },
): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map();
  const rows = await db.rows(sql<{ key: string; amountMinor: bigint }>`
    select j.key, sum(p.amount)::bigint as "amountMinor"
    from ledger_journals j join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
    where j.owner = ${owner} and j.key = any(${keys}::text[])
      and p.account_id in (select id from ledger_accounts where name = any(${accounts}::text[]))
    group by j.key`);
  return new Map(rows.map(({ key, amountMinor }) => [key, amountMinor]));
}

/** True when `error` means that a member's account would have gone below zero. */
export function isShort(error: unknown): boolean {
  return brokenConstraint(error) === 'ledger_balances_not_negative';
}

interface Owner {
  readonly memberId: string;
  readonly currency: Currency;
}

/** Opens missing accounts of members, in a fixed order to avoid deadlocks. */
async function open(
  tx: Tx,
  owners: readonly Owner[],
  namesOf: (owner: Owner) => readonly string[],
): Promise<void> {
  const wanted = owners.flatMap((owner) => namesOf(owner).map((name) => ({ ...owner, name })));
  await tx.run(sql`
    select ledger_open(name, owner, currency)
    from unnest(${wanted.map(({ name }) => name)}::text[],
      ${wanted.map(({ memberId }) => memberId)}::text[],
      ${wanted.map(({ currency }) => currency)}::text[]) as wanted (name, owner, currency)
    where not exists (select 1 from ledger_accounts a where a.name = wanted.name)
    order by wanted.name`);
}

/** Opens members' wallet and held accounts; safe to repeat. */
export function openWallets(tx: Tx, owners: readonly Owner[]): Promise<void> {
  return open(tx, owners, ({ memberId, currency }) => [
    walletOf(memberId, currency),
    heldOf(memberId, currency),
  ]);
}

/** Opens a member's wallet and held accounts; safe to repeat. */
export function openAccounts(tx: Tx, memberId: string, currency: Currency): Promise<void> {
  return openWallets(tx, [{ memberId, currency }]);
}

/** Opens a member's coin account; safe to repeat. */
export async function openCoins(tx: Tx, memberId: string, coin: Coin): Promise<void> {
  await tx.run(sql`select ledger_open(${coinsOf(memberId, coin)}, ${memberId}, ${coin})`);
}

/** Opens a member's frozen account; safe to repeat. */
export async function openFrozen(tx: Tx, memberId: string, currency: Currency): Promise<void> {
  await tx.run(sql`select ledger_open(${frozenOf(memberId, currency)}, ${memberId}, ${currency})`);
}

/** Opens members' points accounts; safe to repeat. */
export function openPoints(tx: Tx, owners: readonly Owner[]): Promise<void> {
  return open(tx, owners, ({ memberId, currency }) => [pointsOf(memberId, currency)]);
}

/** Locks a member's account until the transaction ends and returns its balance. */
export async function lockBalance(tx: Tx, account: string): Promise<bigint> {
  const row = await tx.first(sql<{ balance: bigint }>`
    select balance from ledger_balances
    where account_id = (select id from ledger_accounts where name = ${account}) for update`);
  return row?.balance ?? 0n;
}

/** The balance of a member's account in its smallest units; zero when it was never opened. */
export async function balanceOf(db: Queryable, account: string): Promise<bigint> {
  const row = await db.first(sql<{ balance: bigint }>`
    select b.balance from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.name = ${account}`);
  return row?.balance ?? 0n;
}

/** Non-zero balances of an owner's accounts. */
export function balancesOf(
  db: Queryable,
  owner: string,
): Promise<{ account: string; currency: Unit; balanceMinor: bigint }[]> {
  return db.rows(sql<{ account: string; currency: Unit; balanceMinor: bigint }>`
    select a.name as account, a.currency, b.balance as "balanceMinor"
    from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.owner = ${owner} and b.balance <> 0 order by a.id`);
}

/** The sums of members' balances by kind of account, such as `wallet`, and currency. Reads all balances. */
export const memberTotals = (db: Queryable) =>
  db.rows(sql<{ account: string; currency: Unit; amountMinor: bigint }>`
    select split_part(a.name, ':', 3) as account, a.currency, sum(b.balance)::bigint as "amountMinor"
    from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where b.balance > 0 group by 1, 2`);
