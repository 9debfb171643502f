/** Coin wallets of members and of the house: made once, with a fresh address after each use. */

import { text } from '@giftlane/contract/messages.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { type Coin, type CoinName, coins } from '@giftlane/contract/money/coins.ts';
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

/** Makes the next address of a branch and stores it. */
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

/** Makes the addresses of a branch from `first` to `upTo` and stores them; answers how many. The wallet is locked. */
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

/** An account may be taken by another wallet that is made at the same moment. */
const tries = 3;

/**
 * The wallet of an owner, made where there is none. Refuses `coins.unavailable` when the signer has no account ready,
 * and before the coin's chain is followed: what would be paid before that would never be seen.
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
 * Gives an owner the wallet of an account that no wallet has, as after the database was lost: whatever lies on it is found
 * by `rescan`. Refuses `coins.not_assigned` where the owner has a wallet already or a closed account, or it is not free,
 * or is the house's and they are not.
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

/** Creates a member's wallet of a coin, or answers the one there is (COIN-03). */
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

/** An address of a wallet, derived of its key once more; throws where the database says another one. */
function derived(parts: Pick<CoinParts, 'nodes'>, wallet: Wallet, stored: OwnAddress): string {
  const network = needNetwork(parts, wallet.coin);
  const { address, script } = openAccount(wallet.xpub).addressAt(stored, network);
  if (address !== stored.address || script !== stored.script)
    throw new Error(`the ${wallet.coin} wallet ${wallet.id} is said to have a foreign address`);
  return address;
}

/** The address a wallet receives at now; a fresh one where the last was used. */
async function receiveAddress(
  parts: { readonly db: Db } & Pick<CoinParts, 'nodes'>,
  wallet: Wallet,
): Promise<string> {
  const fresh = await freshAddress(parts.db, wallet.id);
  if (fresh) return derived(parts, wallet, fresh);
  const { address } = await parts.db.tx((tx) => addAddress(tx, parts, wallet));
  return address;
}

/** One wallet of a member as the wire has it; its empty form where there is none (COIN-17). */
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

/** The wallets of the coins this shop has (COIN-16). */
export function showWallets(parts: CoinParts, memberId: string): Promise<CoinWallet[]> {
  const own = coins.filter((coin) => parts.nodes.has(coin));
  return Promise.all(own.map((coin) => showWallet(parts, memberId, coin)));
}

/** A fresh address of the house: for one order, or, as a `refill`, for what an operator puts into its wallet. */
export async function houseAddress(
  tx: Tx,
  parts: WalletParts,
  coin: Coin,
  { refill = false } = {},
): Promise<OwnAddress> {
  const wallet = await walletOf(tx, parts, { coin, owner: house });
  return addAddress(tx, parts, wallet, { refill });
}

/** The address of a member's own wallet that was typed, as it is written here; undefined where it is none. */
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

/** Whether an owner has a wallet of a coin. */
export const hasWallet = async (db: Queryable, coin: Coin, owner: string): Promise<boolean> =>
  (await walletIdOf(db, coin, owner)) !== undefined;
