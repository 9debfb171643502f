/** Members send coins: one transaction, in which all is decided; the signer and the network come after. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { FeeLevel } from '@giftlane/contract/money/crypto.ts';
import { isShort } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { brokenConstraint } from '../../../platform/db/errors.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { type Network, networkOf } from '../../../utxo/networks.ts';
import {
  holdMembers,
  isProven,
  type Member,
  needActing,
  type ProofParts,
  proveByPassword,
  requireVerified,
  unprovenAtField,
} from '../../accounts/accounts.ts';
import { type CoinParts, needNetwork, needNode } from '../parts.ts';
import { asLocked, claimQuote, findQuote, type Quote } from '../wallets/quote-queries.ts';
import {
  house,
  isOwnScript,
  lockWallet,
  lockWallets,
  type Wallet,
} from '../wallets/wallet-queries.ts';
import { nameOf } from '../wallets/wallets.ts';
import type { Fees } from './fees.ts';
import { requireWithinCoinLimit } from './limits.ts';
import { tellByMail } from './mail-job.ts';
import { type CoinTransfer, sendByOrder, sendByRequest, transferById } from './transfer-queries.ts';
import { type Waits, waitsFor } from './waits.ts';
import { needScript, requireAboveDust, writeSend } from './write-send.ts';

export type CoinSendParts = CoinParts &
  ProofParts & {
    readonly fees: Fees;
    /**
     * Sets an order aside for the coins that pay it, in the caller's transaction; before anything else is locked.
     * `before`: it was so already. `over`: it waits for no payment any more.
     */
    readonly claimOrder: (
      tx: Tx,
      order: { readonly memberId: string; readonly id: string },
    ) => Promise<'claimed' | 'before' | 'over'>;
  };

export interface CoinSendRequest {
  readonly coin: Coin;
  /** Smallest units. */
  readonly amount: bigint;
  readonly receiveAddress: string;
  readonly comment: string;
  readonly purpose: 'sendCoin' | 'payment';
  readonly fee: FeeLevel;
  /** The client's, which makes it safe to repeat. */
  readonly requestKey: string | null;
  /** Needed unless the session was proven lately. */
  readonly password: string | undefined;
}

/** The member who sends; refuses an account that stands still or is not verified where that is needed. */
export async function requireCoinSender(
  tx: Tx,
  parts: CoinSendParts,
  memberId: string,
): Promise<Member> {
  if (memberId === house) throw new Error('a member is said to be the house');
  const member = await needActing(tx, memberId);
  await requireVerified(parts.options, member, 'coins.unverified');
  return member;
}

interface Choice {
  readonly wallet: Wallet;
  readonly wish: CoinSendRequest;
  readonly script: string;
  readonly rate: number;
  readonly network: Network;
  readonly quote: Quote | undefined;
  readonly waits: Waits | undefined;
}

/** Stores what a member wishes to send; refuses `coins.short`. */
async function write(tx: Tx, parts: CoinSendParts, choice: Choice): Promise<string> {
  const { wallet, wish, script, rate, network, quote, waits } = choice;
  const sent = await writeSend(tx, parts, {
    wallet,
    network,
    script,
    rate,
    address: wish.receiveAddress.trim(),
    value: wish.amount,
    comment: wish.comment,
    orderId: quote?.orderId ?? null,
    saleId: null,
    // An order is its own key: another try after one that came to nothing is another send.
    requestKey: quote ? null : wish.requestKey,
    waits,
    cold: undefined,
  });
  if (typeof sent !== 'string') throw new Refusal('coins.short', { coin: nameOf[wish.coin] });
  if (quote) await claimQuote(tx, quote, sent);
  if (waits?.goesAt) await tellByMail(tx, { transferId: sent, about: 'waits' });
  return sent;
}

/** Whether a send that was made before is what is wished now. */
const isSame = (known: CoinTransfer, wish: CoinSendRequest) =>
  known.value === wish.amount && known.address === wish.receiveAddress.trim();

/** The send that a repeated wish means; refuses another one under the same key. */
async function findEarlier(
  tx: Tx,
  wallet: Wallet,
  wish: CoinSendRequest,
  quote: Quote | undefined,
): Promise<CoinTransfer | undefined> {
  const known = quote
    ? await sendByOrder(tx, wallet.id, quote.orderId)
    : wish.requestKey === null
      ? undefined
      : await sendByRequest(tx, wallet.id, wish.requestKey);
  if (known && !isSame(known, wish)) throw new Refusal('coins.other_content');
  return known;
}

/** The order an address and amount of a payment are of; refuses what is none, or is over. */
async function quoteFor(
  tx: Tx,
  parts: CoinSendParts,
  { memberId, wish, script }: { memberId: string; wish: CoinSendRequest; script: string },
) {
  if (wish.purpose === 'sendCoin') return undefined;
  const quote = await findQuote(tx, memberId, { coin: wish.coin, script });
  if (!quote || quote.amount !== wish.amount) throw new Refusal('coins.no_quote');
  return asLocked(parts, quote);
}

/** Sets the order of a quote aside for its coins; refuses one whose time is over. */
async function claim(tx: Tx, parts: CoinSendParts, quote: Quote): Promise<void> {
  const { memberId, orderId: id, payable } = quote;
  const claimed = await parts.claimOrder(tx, { memberId, id });
  if (claimed === 'over' || (claimed === 'claimed' && !payable))
    throw new Refusal('coins.quote_over');
}

async function sendLocked(
  tx: Tx,
  parts: CoinSendParts,
  caller: { memberId: string; sessionId: string },
  { wish, rate }: { wish: CoinSendRequest; rate: number },
): Promise<string> {
  const { memberId, sessionId } = caller;
  if (!(await isProven(tx, sessionId)))
    throw await unprovenAtField(tx, memberId, wish.password, 'password');
  const network = needNetwork(parts, wish.coin);
  const script = needScript(wish.receiveAddress, network);
  const quote = await quoteFor(tx, parts, { memberId, wish, script });
  // The order before the wallet: everybody takes them in this order.
  if (quote) await claim(tx, parts, quote);
  // Nobody freezes or closes the account until what follows is stored.
  await holdMembers(tx, [memberId]);
  await lockWallets(tx, memberId);
  const wallet = await lockWallet(tx, parts, wish.coin, memberId);
  if (!wallet) throw new Refusal('coins.no_wallet');
  const known = await findEarlier(tx, wallet, wish, quote);
  if (known) return known.id;
  // A send that came to nothing leaves its order claimed for a moment: that makes no old rate payable.
  if (quote && !quote.payable) throw new Refusal('coins.quote_over');
  const member = await requireCoinSender(tx, parts, memberId);
  requireAboveDust(wish.amount, script, network);
  if (await isOwnScript(tx, wallet.id, script)) throw new Refusal('coins.own_address');
  if (!quote)
    await requireWithinCoinLimit(tx, parts, { member, coin: wish.coin, amount: wish.amount });
  // What pays for an order is never held up: its rate is locked for minutes.
  const waits = quote
    ? undefined
    : await waitsFor(tx, parts, {
        member,
        coin: wish.coin,
        amount: wish.amount,
        address: wish.receiveAddress.trim(),
      });
  return write(tx, parts, { wallet, wish, script, rate, network, quote, waits });
}

/**
 * Sends coins, once: repeated with the same key, or for the same order, it answers the same transfer. What it takes
 * is set aside at once; the transfer moves on by itself. Refuses what is wrong with password, address and amount
 * at their fields; a sender with `session.required`, `account.frozen`, `account.locked`, `coins.unverified` and
 * `coins.limit`; and with `coins.unavailable`, `coins.no_wallet`, `coins.short`, `coins.no_fee`, `coins.own_address`,
 * `coins.other_content` and, of a payment, `coins.no_quote` and `coins.quote_over`.
 */
export async function sendCoins(
  parts: CoinSendParts,
  caller: { memberId: string; sessionId: string },
  wish: CoinSendRequest,
): Promise<CoinTransfer> {
  const node = needNode(parts, wish.coin);
  const rates = await parts.fees(node, networkOf(wish.coin, node.network));
  if (wish.password !== undefined) await proveByPassword(parts, caller, wish.password);
  try {
    const id = await parts.db.tx((tx) =>
      sendLocked(tx, parts, caller, { wish, rate: rates[wish.fee] }),
    );
    crashPoint('coins.wished');
    const transfer = await transferById(parts.db, id);
    if (!transfer) throw new Error(`the transfer ${id} was stored and is not there`);
    return transfer;
  } catch (error) {
    if (isShort(error)) throw new Refusal('coins.short', { coin: nameOf[wish.coin] });
    if (brokenConstraint(error) === 'coin_transfers_request_once')
      throw new Refusal('coins.other_content');
    throw error;
  }
}
