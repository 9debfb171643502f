import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import type { OwnAddress } from '../../../utxo/scripts.ts';
import {
  accountTag,
  house,
  isSame,
  isWallet,
  type TaggedAccount,
  type Wallet,
  walletTag,
} from '../../../utxo/tags.ts';
import type { CoinParts } from '../parts.ts';

export { house, type Wallet };

type WithKey = Pick<CoinParts, 'wishKey'>;
type Stored<T> = T & { readonly tag: Buffer };

/** Returns the wallet; throws when its tag does not match: the row was altered in the database. */
function asMade<W extends Stored<Wallet>>({ wishKey }: WithKey, wallet: W): W {
  if (!isWallet(wishKey, wallet))
    throw new Error(`the ${wallet.coin} wallet ${wallet.id} is not as the shop has made it`);
  return wallet;
}

/** Returns the account; throws when the signer's tag does not match: the row was altered in the database. */
export function asStored<A extends Stored<TaggedAccount>>({ wishKey }: WithKey, account: A): A {
  if (!isSame(account.tag, accountTag(wishKey, account)))
    throw new Error(
      `the ${account.coin} account ${account.number} is not as the signer has stored it`,
    );
  return account;
}

/** An owner's wallet of a coin. Throws when the row was altered. */
export async function findWallet(
  db: Queryable,
  parts: WithKey,
  coin: Coin,
  owner: string,
): Promise<Wallet | undefined> {
  const wallet = await db.first(sql<Stored<Wallet>>`
    select w.id, w.coin, w.owner, w.account, a.xpub, w.tag
    from coin_wallets w join coin_accounts a on a.coin = w.coin and a.number = w.account
    where w.coin = ${coin} and w.owner = ${owner}`);
  return wallet && asMade(parts, wallet);
}

/** Like `findWallet`, and locks the row until the transaction ends: only its holder selects outputs to spend. */
export async function lockWallet(
  tx: Tx,
  parts: WithKey,
  coin: Coin,
  owner: string,
): Promise<Wallet | undefined> {
  const wallet = await tx.first(sql<Stored<Wallet>>`
    select w.id, w.coin, w.owner, w.account, a.xpub, w.tag
    from coin_wallets w join coin_accounts a on a.coin = w.coin and a.number = w.account
    where w.coin = ${coin} and w.owner = ${owner} for update of w`);
  return wallet && asMade(parts, wallet);
}

/**
 * Locks all wallets of a coin, with how many receiving and change addresses each has, so that no further ones are
 * issued. Throws when a row was altered.
 */
export async function lockAllWallets(tx: Tx, parts: WithKey, coin: Coin) {
  const wallets = await tx.rows(sql<
    Stored<Wallet> & {
      readonly receiving: number;
      readonly changing: number;
      readonly rescanned: number | null;
    }
  >`
    select w.id, w.coin, w.owner, w.account, a.xpub, w.tag, w.receiving, w.changing, w.rescanned
    from coin_wallets w join coin_accounts a on a.coin = w.coin and a.number = w.account
    where w.coin = ${coin} order by w.id for update of w`);
  return wallets.map((wallet) => asMade(parts, wallet));
}

/** The id of an owner's wallet, without checking its tag: for sums only, never to show an address or to send. */
export async function walletIdOf(
  db: Queryable,
  coin: Coin,
  owner: string,
): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select id from coin_wallets where coin = ${coin} and owner = ${owner}`);
  return row?.id;
}

/** Marks receiving addresses of the house: coins sent to them are the house's own and spendable. */
export async function markRefills(
  tx: Tx,
  walletId: string,
  indexes: readonly number[],
): Promise<void> {
  await tx.run(sql`
    update coin_addresses set refill = true
    where wallet_id = ${walletId} and branch = 0 and index = any(${indexes}::int[])`);
}

/** Stores how many receiving addresses a wallet has after a rescan. */
export async function noteRescanned(tx: Tx, walletId: string): Promise<void> {
  await tx.run(sql`update coin_wallets set rescanned = receiving where id = ${walletId}`);
}

/** Locks all wallets of an owner, ordered by coin against deadlocks. */
export async function lockWallets(tx: Tx, owner: string): Promise<void> {
  await tx.run(sql`select 1 from coin_wallets where owner = ${owner} order by coin for update`);
}

/** The next free account for a member, locked; numbers up to the highest account in use are never assigned. */
export async function nextAccount(tx: Tx, coin: Coin): Promise<number | undefined> {
  const next = await tx.first(sql<{ number: number }>`
    select a.number from coin_accounts a
    where a.coin = ${coin} and not a.kept_back
      and a.number > (select greatest(max(account), 0) from coin_wallets where coin = ${coin})
    order by a.number limit 1 for update of a skip locked`);
  return next?.number;
}

/** Excludes all accounts without a wallet from being assigned to new wallets. */
export async function keepBackAccounts(tx: Tx, coin: Coin): Promise<void> {
  await tx.run(sql`
    update coin_accounts a set kept_back = true where a.coin = ${coin} and not exists (
      select 1 from coin_wallets w where w.coin = a.coin and w.account = a.number)`);
}

/**
 * Stores a wallet on an account; false when the owner has a wallet of the coin, or the account is taken or does not
 * exist. Waits for a parallel insert. Throws when the account's row was altered.
 */
export async function insertWalletOn(
  tx: Tx,
  parts: WithKey,
  { id, coin, owner, account }: Omit<Wallet, 'xpub'>,
): Promise<boolean> {
  const stored = await tx.first(sql<Stored<TaggedAccount>>`
    select coin, number, xpub, tag from coin_accounts where coin = ${coin} and number = ${account}`);
  if (!stored) return false;
  const { xpub } = asStored(parts, stored);
  const tag = walletTag(parts.wishKey, { id, coin, owner, account, xpub });
  const inserted = await tx.run(sql`
    insert into coin_wallets (id, coin, owner, account, tag)
    values (${id}, ${coin}, ${owner}, ${account}, ${tag}) on conflict do nothing`);
  return inserted > 0;
}

/** Takes the next index of a branch; no index is ever taken twice. */
export async function nextIndex(tx: Tx, walletId: string, branch: 0 | 1): Promise<number> {
  const { index } = await tx.one(sql<{ index: number }>`
    update coin_wallets set receiving = receiving + ${branch === 0 ? 1 : 0}::int,
      changing = changing + ${branch === 1 ? 1 : 0}::int
    where id = ${walletId}
    returning case when ${branch}::int = 0 then receiving else changing end - 1 as index`);
  return index;
}

/**
 * Stores an address of a wallet. Deposits to a `refill` address are the house's own; its change addresses always are.
 */
export async function insertAddress(
  tx: Tx,
  { id, coin, owner }: Pick<Wallet, 'id' | 'coin' | 'owner'>,
  { script, address, branch, index, refill = false }: OwnAddress & { readonly refill?: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into coin_addresses (coin, script, address, wallet_id, branch, index, refill)
    values (${coin}, ${script}, ${address}, ${id}, ${branch}, ${index},
      ${refill || (owner === house && branch === 1)})`);
}

/** Stores the next addresses of a branch, and moves the wallet's next index beyond them. */
export async function insertAddresses(
  tx: Tx,
  { id, coin, owner }: Pick<Wallet, 'id' | 'coin' | 'owner'>,
  addresses: readonly OwnAddress[],
): Promise<void> {
  await tx.run(sql`
    insert into coin_addresses (coin, script, address, wallet_id, branch, index, refill)
    select ${coin}, a.script, a.address, ${id}, a.branch, a.index, ${owner} = ${house} and a.branch = 1
    from unnest(${addresses.map(({ script }) => script)}::text[],
      ${addresses.map(({ address }) => address)}::text[],
      ${addresses.map(({ branch }) => branch)}::smallint[],
      ${addresses.map(({ index }) => index)}::int[]) as a (script, address, branch, index)`);
  await tx.run(sql`
    update coin_wallets w set
      receiving = greatest(receiving, (select max(index) + 1 from coin_addresses where wallet_id = w.id and branch = 0)),
      changing = greatest(changing, (select max(index) + 1 from coin_addresses where wallet_id = w.id and branch = 1))
    where id = ${id}`);
}

/** The newest receiving address of a wallet without a deposit. */
export function freshAddress(db: Queryable, walletId: string) {
  return db.first(sql<OwnAddress>`
    select address, script, branch, index from coin_addresses
    where wallet_id = ${walletId} and branch = 0 and used_at is null
    order by index desc limit 1`);
}

/** True when a script belongs to the wallet. */
export async function isOwnScript(
  db: Queryable,
  walletId: string,
  script: string,
): Promise<boolean> {
  const row = await db.first(sql<{ found: boolean }>`
    select true as found from coin_addresses
    where script = ${script} and wallet_id = ${walletId}`);
  return row !== undefined;
}

/** The receiving address of a wallet that has this script. */
export function receivingAddress(db: Queryable, walletId: string, script: string) {
  return db.first(sql<OwnAddress>`
    select address, script, branch, index from coin_addresses
    where script = ${script} and wallet_id = ${walletId} and branch = 0`);
}

/** Units sent to a wallet that are not credited yet, unconfirmed ones included. */
export async function pendingOf(db: Queryable, walletId: string): Promise<bigint> {
  const { units } = await db.one(sql<{ units: bigint }>`
    select coalesce(sum(value), 0)::bigint as units from coin_outputs
    where wallet_id = ${walletId} and not booked and not gone and made_by is null
      and spent_txid is null`);
  return units;
}
