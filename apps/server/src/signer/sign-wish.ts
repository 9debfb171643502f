/** Checks one wish and signs or refuses it. Pure but for the signed book. */

import { crashPoint } from '../platform/process/crash.ts';
import { networkOf } from '../utxo/networks.ts';
import { mostFee, mostLeft, virtualSize } from '../utxo/plan.ts';
import { openAccount } from '../utxo/scripts.ts';
import { houseAccount, isWallet } from '../utxo/tags.ts';
import { isTagged, readWish, transactionOf, type Wish } from '../utxo/wish.ts';
import type { SignerConfig } from './config.ts';
import type { SignedBook } from './journal.ts';
import type { Keys } from './keys.ts';
import type { StoredWish } from './queries.ts';

/** A signed transaction, a final refusal, or a reason to wait. */
export type SigningResult =
  | { readonly raw: string }
  | { readonly refusal: string }
  | { readonly later: string };

export interface SignParts {
  readonly config: Pick<SignerConfig, 'wishKey' | 'networks' | 'limits' | 'sweepLimits' | 'cold'>;
  readonly keys: Keys;
  readonly book: SignedBook;
}

const sum = (values: readonly { readonly value: bigint }[]) =>
  values.reduce((total, { value }) => total + value, 0n);

/** True when every output marked as change pays a key of the account that pays. */
function changeIsOwn(keys: Keys, { coin, account, outputs }: Wish): boolean {
  return outputs.every(
    ({ change, script }) =>
      change === undefined ||
      keys.keyAt(coin, account, { branch: 1, index: change }).script === script,
  );
}

/** True for house money that is no payment for a card: purpose `sweep`, or none on the house's account. */
const isSweep = ({ purpose, account }: Wish): boolean =>
  purpose === 'sweep' || (account === houseAccount && purpose !== 'sale');

/** True when the wish spends from the stored wallet's account and the wallet has the shop's tag. */
function leavesWallet({ config, keys }: SignParts, wish: Wish, stored: StoredWish): boolean {
  const { coin, account } = wish;
  const { walletId: id, owner, walletTag: tag } = stored;
  const wallet = { id, coin, owner, account, xpub: keys.xpub(coin, account), tag };
  return account === stored.account && isWallet(config.wishKey, wallet);
}

/** True when the only output besides change pays this environment's cold account. */
function goesCold({ cold, networks }: SignParts['config'], { coin, outputs }: Wish): boolean {
  const xpub = cold[coin];
  const [paid, ...more] = outputs.filter(({ change }) => change === undefined);
  if (xpub === undefined || paid?.cold === undefined || more.length > 0) return false;
  const place = { branch: 0 as const, index: paid.cold };
  return openAccount(xpub).addressAt(place, networkOf(coin, networks[coin])).script === paid.script;
}

/**
 * Signs a wish of the shop within the signer's own limits; one above the rest of an hour's or day's limit has to wait.
 */
export function signWish(parts: SignParts, stored: StoredWish): SigningResult {
  const { config, keys, book } = parts;
  if (!isTagged(config.wishKey, stored.coin, { text: stored.wish, tag: stored.tag }))
    return { refusal: 'not a wish of the shop' };
  const wish = readWish(stored.wish);
  const { coin, account, inputs, outputs, transferId } = wish;
  if (coin !== stored.coin || transferId !== stored.transferId)
    return { refusal: 'a wish of something else' };
  if (!leavesWallet(parts, wish, stored)) return { refusal: "a wallet that is not the shop's" };
  if (!changeIsOwn(keys, wish)) return { refusal: 'change that does not come back' };
  const sweep = isSweep(wish);
  if (sweep && !goesCold(config, wish))
    return { refusal: 'what pays for no card goes to the cold account alone' };
  const places = inputs.map((input) => keys.keyAt(coin, account, input));
  const transaction = transactionOf(
    inputs.map((input, i) => ({ ...input, script: places[i]?.script ?? '' })),
    outputs,
  );
  const fee = sum(inputs) - sum(outputs);
  const size = virtualSize(
    inputs.length,
    outputs.map(({ script }) => script),
  );
  const paid = outputs.filter(({ change }) => change === undefined);
  const network = networkOf(coin, config.networks[coin]);
  const left = paid.length === outputs.length ? mostLeft(places[0]?.script ?? '', network) : 0n;
  const most = mostFee(size, network, paid.length === 0) + left;
  if (fee < 0n || fee > most) return { refusal: 'a fee that can not be meant' };
  const units = sum(paid) + fee;
  const signing = { coin, transferId, txid: transaction.id, units, ...(sweep && { sweep }) };
  const limits = sweep ? config.sweepLimits : config.limits;
  const judgement = book.judge(signing, limits[coin]);
  if (judgement !== 'now') return judgement;
  // Signatures cover the value of each input (BIP 143): a wrong value makes them invalid.
  places.forEach(({ key }, i) => {
    transaction.signIdx(key, i);
  });
  transaction.finalize();
  book.note(signing);
  crashPoint('signer.noted');
  return { raw: transaction.hex };
}
