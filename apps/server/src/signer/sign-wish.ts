/** Looks at one wish and signs it, or says why not. Pure but for the signed book. */

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

/** A signed transaction, why there never will be one, or why there is none yet. */
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

/** What is said to come back has to: to a key of the very account that pays. */
function comesBack(keys: Keys, { coin, account, outputs }: Wish): boolean {
  return outputs.every(
    ({ change, script }) =>
      change === undefined ||
      keys.keyAt(coin, account, { branch: 1, index: change }).script === script,
  );
}

/** What the house sends and pays for no card: a wish that says so, or says nothing and leaves the house's account. */
const isSweep = ({ purpose, account }: Wish): boolean =>
  purpose === 'sweep' || (account === houseAccount && purpose !== 'sale');

/** Whether what a wish leaves is a wallet that the shop has made, on this very account. */
function leavesWallet({ config, keys }: SignParts, wish: Wish, stored: StoredWish): boolean {
  const { coin, account } = wish;
  const { walletId: id, owner, walletTag: tag } = stored;
  const wallet = { id, coin, owner, account, xpub: keys.xpub(coin, account), tag };
  return account === stored.account && isWallet(config.wishKey, wallet);
}

/** Whether it goes to the cold account of this very environment, and nowhere else. */
function goesCold({ cold, networks }: SignParts['config'], { coin, outputs }: Wish): boolean {
  const xpub = cold[coin];
  const [paid, ...more] = outputs.filter(({ change }) => change === undefined);
  if (xpub === undefined || paid?.cold === undefined || more.length > 0) return false;
  const place = { branch: 0 as const, index: paid.cold };
  return openAccount(xpub).addressAt(place, networkOf(coin, networks[coin])).script === paid.script;
}

/** Signs a wish of the shop within the signer's own limits; one that is too much for this hour or day waits for the next. */
export function signWish(parts: SignParts, stored: StoredWish): SigningResult {
  const { config, keys, book } = parts;
  if (!isTagged(config.wishKey, stored.coin, { text: stored.wish, tag: stored.tag }))
    return { refusal: 'not a wish of the shop' };
  const wish = readWish(stored.wish);
  const { coin, account, inputs, outputs, transferId } = wish;
  if (coin !== stored.coin || transferId !== stored.transferId)
    return { refusal: 'a wish of something else' };
  if (!leavesWallet(parts, wish, stored)) return { refusal: "a wallet that is not the shop's" };
  if (!comesBack(keys, wish)) return { refusal: 'change that does not come back' };
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
  // The value of each input is part of what is signed (BIP 143): a wrong one makes no valid signature.
  places.forEach(({ key }, i) => {
    transaction.signIdx(key, i);
  });
  transaction.finalize();
  book.note(signing);
  crashPoint('signer.noted');
  return { raw: transaction.hex };
}
