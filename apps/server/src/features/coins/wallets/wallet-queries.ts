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

/** A wallet as it was made; throws where the database says anything else of it. */
function asMade<W extends Stored<Wallet>>({ wishKey }: WithKey, wallet: W): W {
  if (!isWallet(wishKey, wallet))
    throw new Error(`the ${wallet.coin} wallet ${wallet.id} is not as the shop has made it`);
  return wallet;
}

/** An account as the signer stored it; throws where the database says anything else of it. */
export function asStored<A extends Stored<TaggedAccount>>({ wishKey }: WithKey, account: A): A {
  if (!isSame(account.tag, accountTag(wishKey, account)))
    throw new Error(
      `the ${account.coin} account ${account.number} is not as the signer has stored it`,
    );
  return account;
}

/** The wallet of an owner in a coin. Throws where it is not as it was made. */
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

/** The wallet of an owner, whose outputs nobody else chooses from before the transaction ends. Throws like `findWallet`. */
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
 * All wallets of a coin with how many addresses of each branch were handed out, locked: nobody hands out more meanwhile.
 * Throws like `findWallet`.
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

/** The id of an owner's wallet, for what is counted: of what it says nothing is shown or sent. */
export async function walletIdOf(
  db: Queryable,
  coin: Coin,
  owner: string,
): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select id from coin_wallets where coin = ${coin} and owner = ${owner}`);
  return row?.id;
}

/** What came to these receiving addresses of the house is its own, to pay with. */
export async function markRefills(
  tx: Tx,
  walletId: string,
  indexes: readonly number[],
): Promise<void> {
  await tx.run(sql`
    update coin_addresses set refill = true
    where wallet_id = ${walletId} and branch = 0 and index = any(${indexes}::int[])`);
}

/** Notes how many addresses a rescan has left a wallet with. */
export async function noteRescanned(tx: Tx, walletId: string): Promise<void> {
  await tx.run(sql`update coin_wallets set rescanned = receiving where id = ${walletId}`);
}

/** Locks all wallets of an owner, whatever their coins, always in one order. */
export async function lockWallets(tx: Tx, owner: string): Promise<void> {
  await tx.run(sql`select 1 from coin_wallets where owner = ${owner} order by coin for update`);
}

/** The next account for a member, which nobody else takes meanwhile: accounts below the last wallet's are never handed out. */
export async function nextAccount(tx: Tx, coin: Coin): Promise<number | undefined> {
  const next = await tx.first(sql<{ number: number }>`
    select a.number from coin_accounts a
    where a.coin = ${coin} and not a.kept_back
      and a.number > (select greatest(max(account), 0) from coin_wallets where coin = ${coin})
    order by a.number limit 1 for update of a skip locked`);
  return next?.number;
}

/** Keeps back the accounts that no wallet has: they are given to nobody who makes one. */
export async function keepBackAccounts(tx: Tx, coin: Coin): Promise<void> {
  await tx.run(sql`
    update coin_accounts a set kept_back = true where a.coin = ${coin} and not exists (
      select 1 from coin_wallets w where w.coin = a.coin and w.account = a.number)`);
}

/**
 * Stores a wallet on an account; false where the owner has one, the creation of which is waited for, or somebody has the
 * account, or there is no such. Throws where the account is not as the signer has stored it.
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

/** Takes the next index of a branch: no address is ever handed out twice. */
export async function nextIndex(tx: Tx, walletId: string, branch: 0 | 1): Promise<number> {
  const { index } = await tx.one(sql<{ index: number }>`
    update coin_wallets set receiving = receiving + ${branch === 0 ? 1 : 0}::int,
      changing = changing + ${branch === 1 ? 1 : 0}::int
    where id = ${walletId}
    returning case when ${branch}::int = 0 then receiving else changing end - 1 as index`);
  return index;
}

/** Stores an address of a wallet; `refill` where the house fills its own by it, as it does where its change goes. */
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

/** Stores the next addresses of a branch, all at once: they count as handed out. */
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

/** The address a wallet shows: the newest that received nothing yet. */
export function freshAddress(db: Queryable, walletId: string) {
  return db.first(sql<OwnAddress>`
    select address, script, branch, index from coin_addresses
    where wallet_id = ${walletId} and branch = 0 and used_at is null
    order by index desc limit 1`);
}

/** Whether a script is one of a wallet's. */
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

/** The address of a wallet that a script locks, as it is written here; undefined where it is none that receives. */
export function receivingAddress(db: Queryable, walletId: string, script: string) {
  return db.first(sql<OwnAddress>`
    select address, script, branch, index from coin_addresses
    where script = ${script} and wallet_id = ${walletId} and branch = 0`);
}

/** What is on its way to a wallet and not booked yet. */
export async function pendingOf(db: Queryable, walletId: string): Promise<bigint> {
  const { units } = await db.one(sql<{ units: bigint }>`
    select coalesce(sum(value), 0)::bigint as units from coin_outputs
    where wallet_id = ${walletId} and not booked and not gone and made_by is null
      and spent_txid is null`);
  return units;
}
