/** Members' sends: one transaction decides and stores all; signing and broadcasting follow. */
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
     * Reserves an order for a payment in coins, before any other lock of the transaction. `before`: reserved already.
     * `over`: the order takes no payment any more.
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
  /** The client's idempotency key. */
  readonly requestKey: string | null;
  /** Needed unless the session was proven within five minutes. */
  readonly password: string | undefined;
}

/** The sending member. Refuses `session.required`, `account.frozen`, `account.locked` and `coins.unverified`. */
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

/** Stores a member's send; refuses `coins.short` and `coins.held`. */
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
    // An order's send needs no key: at most one is live, and after a failed one another may be made.
    requestKey: quote ? null : wish.requestKey,
    waits,
    cold: undefined,
  });
  if (typeof sent !== 'string') throw new Refusal('coins.short', { coin: nameOf[wish.coin] });
  if (quote) await claimQuote(tx, quote, sent);
  if (waits?.goesAt) await tellByMail(tx, { transferId: sent, about: 'waits' });
  return sent;
}

/** True when an earlier send has the requested amount and address. */
const isSame = (known: CoinTransfer, wish: CoinSendRequest) =>
  known.value === wish.amount && known.address === wish.receiveAddress.trim();

/** The earlier send that a repeated request means; refuses `coins.other_content` when its content differs. */
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

/** The quote of a payment, by address and amount; undefined for other sends. Refuses `coins.no_quote`. */
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

/** Reserves the order of a quote; refuses `coins.quote_over` when its order or its rate lock has ended. */
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
  // Lock order: the order before the wallet.
  if (quote) await claim(tx, parts, quote);
  // Keeps the account from being frozen or closed until the send is stored.
  await holdMembers(tx, [memberId]);
  await lockWallets(tx, memberId);
  const wallet = await lockWallet(tx, parts, wish.coin, memberId);
  if (!wallet) throw new Refusal('coins.no_wallet');
  const known = await findEarlier(tx, wallet, wish, quote);
  if (known) return known.id;
  // A failed send leaves its order reserved for a moment; an ended rate lock is refused all the same.
  if (quote && !quote.payable) throw new Refusal('coins.quote_over');
  const member = await requireCoinSender(tx, parts, memberId);
  requireAboveDust(wish.amount, script, network);
  if (await isOwnScript(tx, wallet.id, script)) throw new Refusal('coins.own_address');
  if (!quote)
    await requireWithinCoinLimit(tx, parts, { member, coin: wish.coin, amount: wish.amount });
  // Payments of orders are never held: their rate is locked for minutes only.
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
 * Creates a send, once: repeated with the same key, or for the same order, it returns the same transfer. Reserves
 * amount and fee at once; chores sign and broadcast it. Refuses `session.required`, `account.unproven`,
 * `account.wrong_password`, `account.frozen`, `account.locked`, `coins.unverified`, `coins.limit`, `coins.no_rate`, an
 * invalid address, `coins.dust`, `coins.unavailable`, `coins.held`, `coins.no_wallet`, `coins.short`, `coins.no_fee`,
 * `coins.own_address`, `coins.other_content`, and for payments `coins.no_quote` and `coins.quote_over`.
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
