/** Coin wallets of members and of the house: one per owner and coin, with a fresh address after each deposit. */

import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { type Coin, type CoinName, coins } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { balanceOf, coinsOf, openCoins } from '../../../ledger/ledger.ts';
import type { Db, Queryable, Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { type OwnAddress, openAccount, scriptOf } from '../../../utxo/scripts.ts';
import { houseAccount, mayHave } from '../../../utxo/tags.ts';
import { findMember, holdMembers, needActive } from '../../accounts/accounts.ts';
import { findChain } from '../chain/chain-queries.ts';
import { type CoinParts, needNetwork } from '../parts.ts';
import {
  findWallet,
  freshAddress,
  house,
  insertAddress,
  insertAddresses,
  insertWalletOn,
  nextAccount,
  nextIndex,
  pendingOf,
  receivingAddress,
  type Wallet,
  walletIdOf,
} from './wallet-queries.ts';

export const nameOf: Readonly<Record<Coin, CoinName>> = { btc: 'BTC', ltc: 'LTC' };
export const coinOf: Readonly<Record<CoinName, Coin>> = { BTC: 'btc', LTC: 'ltc' };

type WalletParts = Pick<CoinParts, 'nodes' | 'wishKey'>;

/** Derives and stores the next address of a branch. */
export async function addAddress(
  tx: Tx,
  parts: Pick<CoinParts, 'nodes'>,
  wallet: Wallet,
  { branch = 0, refill = false }: { branch?: 0 | 1; refill?: boolean } = {},
): Promise<OwnAddress> {
  const index = await nextIndex(tx, wallet.id, branch);
  const network = needNetwork(parts, wallet.coin);
  const address = openAccount(wallet.xpub).addressAt({ branch, index }, network);
  await insertAddress(tx, wallet, { ...address, refill });
  return address;
}

/**
 * Derives and stores the addresses of a branch from index `first` to `upTo`; returns how many. The wallet must be
 * locked.
 */
export async function addAddresses(
  tx: Tx,
  parts: Pick<CoinParts, 'nodes'>,
  wallet: Wallet,
  { branch, first, upTo }: { branch: 0 | 1; first: number; upTo: number },
): Promise<number> {
  const count = Math.max(0, upTo - first + 1);
  if (count === 0) return 0;
  const network = needNetwork(parts, wallet.coin);
  const keys = openAccount(wallet.xpub);
  const addresses = Array.from({ length: count }, (_, i) =>
    keys.addressAt({ branch, index: first + i }, network),
  );
  await insertAddresses(tx, wallet, addresses);
  return count;
}

/** Retries when a parallel transaction takes the same account. */
const tries = 3;

/**
 * The wallet of an owner, created if absent. Refuses `coins.unavailable` when the signer has no account ready, or the
 * coin's chain is not followed yet: earlier deposits would never be seen.
 */
async function walletOf(
  tx: Tx,
  parts: WalletParts,
  { coin, owner }: Pick<Wallet, 'coin' | 'owner'>,
): Promise<Wallet> {
  const known = await findWallet(tx, parts, coin, owner);
  if (known) return known;
  if (!(await findChain(tx, coin))) throw new Refusal('coins.unavailable');
  for (let left = tries; left > 0; left -= 1) {
    const account = owner === house ? houseAccount : await nextAccount(tx, coin);
    if (account === undefined) break;
    const made = await insertWalletOn(tx, parts, { id: newId('cw'), coin, owner, account });
    const wallet = await findWallet(tx, parts, coin, owner);
    if (wallet && made) await addAddress(tx, parts, wallet);
    if (wallet) return wallet;
  }
  throw new Refusal('coins.unavailable');
}

/**
 * Gives an owner a wallet on a free account, for repair after the database was lost; `rescan` then finds its coins.
 * Refuses `coins.not_assigned` when the owner is unknown, closed or has a wallet, or when the account does not exist,
 * is taken, or is the house's account for a member or the reverse.
 */
export async function assignAccount(
  db: Db,
  parts: WalletParts,
  { coin, owner, account }: Pick<Wallet, 'coin' | 'owner' | 'account'>,
): Promise<void> {
  needNetwork(parts, coin);
  await db.tx(async (tx) => {
    const refused = new Refusal('coins.not_assigned', { account, coin: nameOf[coin] });
    if (!mayHave(owner, account)) throw refused;
    if (owner !== house) {
      await holdMembers(tx, [owner]);
      const member = await findMember(tx, owner);
      if (!member || member.closedAt) throw refused;
      await openCoins(tx, owner, coin);
    }
    if (!(await insertWalletOn(tx, parts, { id: newId('cw'), coin, owner, account })))
      throw refused;
  });
}

/** Creates a member's wallet of a coin, or returns the existing one (COIN-03). */
export async function createWallet(
  parts: CoinParts,
  memberId: string,
  coin: Coin,
): Promise<CoinWallet> {
  needNetwork(parts, coin);
  await parts.db.tx(async (tx) => {
    await holdMembers(tx, [memberId]);
    await needActive(tx, memberId);
    await openCoins(tx, memberId, coin);
    await walletOf(tx, parts, { coin, owner: memberId });
  });
  return showWallet(parts, memberId, coin);
}

/** Derives an address again from the account's public key; throws when the database has another one. */
function derived(parts: Pick<CoinParts, 'nodes'>, wallet: Wallet, stored: OwnAddress): string {
  const network = needNetwork(parts, wallet.coin);
  const { address, script } = openAccount(wallet.xpub).addressAt(stored, network);
  if (address !== stored.address || script !== stored.script)
    throw new Error(`the ${wallet.coin} wallet ${wallet.id} is said to have a foreign address`);
  return address;
}

/** The unused receiving address of a wallet, created if absent. */
async function receiveAddress(
  parts: { readonly db: Db } & Pick<CoinParts, 'nodes'>,
  wallet: Wallet,
): Promise<string> {
  const fresh = await freshAddress(parts.db, wallet.id);
  if (fresh) return derived(parts, wallet, fresh);
  const { address } = await parts.db.tx((tx) => addAddress(tx, parts, wallet));
  return address;
}

/** A member's wallet for the API; empty fields when there is none (COIN-17). */
async function showWallet(parts: CoinParts, memberId: string, coin: Coin): Promise<CoinWallet> {
  const { db } = parts;
  const name = text(coin === 'btc' ? 'currency.btc' : 'currency.ltc');
  const shown = { name, coin: nameOf[coin], icon: coin, label: name };
  const wallet = await findWallet(db, parts, coin, memberId);
  if (!wallet)
    return { ...shown, walletId: '', receiveAddress: '', confirmedBalance: 0, nPending: 0 };
  const [address, balance, pending] = await Promise.all([
    receiveAddress(parts, wallet),
    balanceOf(db, coinsOf(memberId, coin)),
    pendingOf(db, wallet.id),
  ]);
  return {
    ...shown,
    walletId: wallet.id,
    receiveAddress: address,
    confirmedBalance: Number(balance),
    nPending: Number(pending),
  };
}

/** A member's wallets of all coins of this shop (COIN-16). */
export function showWallets(parts: CoinParts, memberId: string): Promise<CoinWallet[]> {
  const own = coins.filter((coin) => parts.nodes.has(coin));
  return Promise.all(own.map((coin) => showWallet(parts, memberId, coin)));
}

/** A new address of the house, for one order, or as a `refill` for an operator's deposit. */
export async function houseAddress(
  tx: Tx,
  parts: WalletParts,
  coin: Coin,
  { refill = false } = {},
): Promise<OwnAddress> {
  const wallet = await walletOf(tx, parts, { coin, owner: house });
  return addAddress(tx, parts, wallet, { refill });
}

/** The stored form of a typed address if it is a receiving address of the owner's wallet, else undefined. */
export async function ownReceiveAddress(
  db: Queryable,
  parts: WalletParts,
  { coin, owner, typed }: { coin: Coin; owner: string; typed: string },
): Promise<string | undefined> {
  const wallet = await findWallet(db, parts, coin, owner);
  const read = scriptOf(typed, needNetwork(parts, coin));
  if (!wallet || !('script' in read)) return undefined;
  const stored = await receivingAddress(db, wallet.id, read.script);
  return stored && derived(parts, wallet, stored);
}

/** True when an owner has a wallet of a coin. */
export const hasWallet = async (db: Queryable, coin: Coin, owner: string): Promise<boolean> =>
  (await walletIdOf(db, coin, owner)) !== undefined;
