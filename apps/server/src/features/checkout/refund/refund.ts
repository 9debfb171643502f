/** Refunds per line: to the card first, less cashback and spent points (decisions, "Refunds"). */
import { type LineAmounts, lineAmounts, toWire } from '@giftlane/contract/money/money.ts';
import { type Journal, openAccounts, postAll } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { findMember } from '../../accounts/accounts.ts';
import { areCoinsGone, areCoinsThere, giveUpCoins } from '../../coins/coins.ts';
import type { OrderKey } from '../../orders/orders.ts';
import {
  addRefunded,
  lockOrder,
  type Order,
  type OrderLine,
  setOrderState,
} from '../../orders/orders.ts';
import { followRefund, takePointsBack } from '../../points/points.ts';
import { notifyOrders } from '../../push/push.ts';
import { converter } from '../../rates/rates.ts';
import { giveBackCodes, lockViewed, voidCodes } from '../../stock/stock.ts';
import { orderGivenBack, takenBackOf } from '../capture/capture-queries.ts';
import { deliverOrder, isCashbackCredited } from '../deliver/settle.ts';
import type { CheckoutParts } from '../parts.ts';
import { coinGivenUpJournal } from '../postings.ts';
import { captureOfOrder, refundedToCard } from '../queries.ts';
import { enqueueCoinLook, ofOrder } from '../unpaid/incoming-payments.ts';
import { oweRefund } from './owe-refund.ts';
import { type LineRefund, refundJournal } from './refund-postings.ts';

export interface RefundWish {
  readonly reason: string;
  /** Only these lines; all refundable ones when absent. */
  readonly lineIds?: readonly string[];
  /** The buyer cancels: only lines not delivered. */
  readonly onlyWaiting?: boolean;
  /** Finance decided: also lines with viewed codes. */
  readonly evenViewed?: boolean;
  /** Finance decided: also when the coins that paid are missing from the chain; their value is not refunded. */
  readonly evenCoinsGone?: boolean;
  /** What was shown before; other sums are refused. */
  readonly expected?: RefundedOrder;
}

export interface RefundedOrder {
  readonly lines: number;
  readonly toCardMinor: bigint;
  readonly toWalletMinor: bigint;
  /** Owed for coins missing from the chain; not refunded. */
  readonly goneMinor: bigint;
}

interface Giving {
  readonly line: OrderLine;
  /** What the card paid and was not refunded, or what was owed for missing coins. */
  readonly firstLeftMinor: bigint;
  readonly coinsGone: boolean;
  readonly cashbackMinor: bigint;
  /** Deducted for points already spent. */
  readonly pointsMinor: bigint;
}

/** Cashback deducted from a line's refund, at most the line's price; 0 when none was credited. */
export function cashbackOf(line: OrderLine, credited: boolean): bigint {
  if (!credited) return 0n;
  return line.cashbackMinor < line.payableMinor ? line.cashbackMinor : line.payableMinor;
}

/** Splits a line's refund: first to the card or, as a write-off, to missing coins; the rest to the wallet. */
function split(giving: Giving, order: Order): Omit<LineRefund, 'conversion'> {
  const { line, firstLeftMinor, coinsGone, cashbackMinor, pointsMinor } = giving;
  const amounts: LineAmounts = lineAmounts(line);
  const back = line.payableMinor - cashbackMinor - pointsMinor;
  const most = firstLeftMinor > 0n ? firstLeftMinor : 0n;
  const firstMinor = back < most ? back : most;
  return {
    lineId: line.id,
    currency: order.currency,
    subtotalMinor: amounts.subtotalMinor,
    serviceChargeMinor: amounts.serviceChargeMinor,
    discountMinor: amounts.discountMinor,
    cashbackMinor,
    pointsMinor,
    toCardMinor: coinsGone ? 0n : firstMinor,
    goneMinor: coinsGone ? firstMinor : 0n,
    toWalletMinor: back - firstMinor,
  };
}

/**
 * Refundable lines: not yet refunded, nothing of them given back for codes that do not work, and without viewed codes
 * unless the wish allows them.
 */
async function refundable(tx: Tx, order: Order, wish: RefundWish): Promise<OrderLine[]> {
  const open = order.lines.filter(
    (line) =>
      !line.refundedAt &&
      line.guaranteedMinor === 0n &&
      (wish.lineIds?.includes(line.id) ?? true) &&
      !(wish.onlyWaiting && line.state === 3),
  );
  const viewed = await lockViewed(
    tx,
    open.map((line) => line.id),
  );
  return open.filter((line) => wish.evenViewed || !viewed.includes(line.id));
}

async function takeLineBack(tx: Tx, order: Order, line: OrderLine): Promise<void> {
  await addRefunded(tx, order, { lineId: line.id, amountMinor: line.payableMinor });
  await giveBackCodes(tx, [line.id]);
  await voidCodes(tx, line.id);
}

/**
 * The currency of the refunded wallet, and the converter to it. An order paid by coins alone is refunded in the
 * member's currency, which may differ from the order's.
 */
export async function walletOfRefund(tx: Tx, order: Order, byCoins: boolean) {
  const member = byCoins ? await findMember(tx, order.memberId) : undefined;
  const [from, to] = [order.currency, member?.currency ?? order.currency];
  const inWallet = from === to ? undefined : await converter(tx, { from, to });
  return { currency: to, inWallet };
}

/**
 * True when the paying coins are missing from the chain and the wish allows that; else refuses `order.coins_gone` while
 * they are missing or unconfirmed.
 */
export async function checkCoins(
  tx: Tx,
  order: Order,
  { evenCoinsGone }: Pick<RefundWish, 'evenCoinsGone'> = {},
): Promise<boolean> {
  if (await areCoinsThere(tx, ofOrder(order))) return false;
  if (evenCoinsGone && (await areCoinsGone(tx, ofOrder(order)))) return true;
  throw new Refusal('order.coins_gone');
}

/** What coins paid of an order's total, in minor units. */
const byCoinsMinor = ({ totalMinor, walletMinor }: Order) => totalMinor - walletMinor;

/** What was refunded of an order so far, less deducted cashback. */
function givenBackMinor(order: Order, cashbackCredited: boolean): bigint {
  const ended = order.lines.filter(({ refundedAt }) => refundedAt);
  return ended.reduce(
    (left, line) => left - cashbackOf(line, cashbackCredited),
    order.refundedMinor,
  );
}

/**
 * Writes off missing coins of refunded lines. Coins still on the chain no longer pay the order: they are looked at
 * again.
 */
async function giveUpGone(tx: Tx, order: Order, goneMinor: bigint): Promise<Journal[]> {
  if (goneMinor === 0n) return [];
  const { coin, units } = await giveUpCoins(tx, ofOrder(order), {
    shareMinor: goneMinor,
    ofMinor: byCoinsMinor(order),
  });
  await enqueueCoinLook(tx, [order]);
  const nth = `${order.refundedMinor}`;
  return units > 0n ? [coinGivenUpJournal(order, { coin, units, nth })] : [];
}

async function refundLines(tx: Tx, key: OrderKey, wish: RefundWish): Promise<RefundedOrder> {
  const order = await lockOrder(tx, key);
  const nothingLeft = wish.onlyWaiting ? 'order.not_cancellable' : 'order.nothing_to_refund';
  if (!['paid', 'accepted', 'delivered'].includes(order.state)) throw new Refusal(nothingLeft);
  const coinsGone = await checkCoins(tx, order, wish);
  const lines = await refundable(tx, order, wish);
  if (lines.length === 0) throw new Refusal(nothingLeft);
  const capture = await captureOfOrder(tx, key);
  const cashbackCredited = await isCashbackCredited(tx, order);
  for (const line of lines) await takeLineBack(tx, order, line);
  await finish(tx, order, { lines, reason: wish.reason });
  // Lock order: codes, which `finish` may take, before balances.
  const backs = lines.map((line) => ({ line, cashbackMinor: cashbackOf(line, cashbackCredited) }));
  const points = await takePointsBack(
    tx,
    order,
    backs.map(({ line, cashbackMinor }) => ({
      lineId: line.id,
      withholdableMinor: line.payableMinor - cashbackMinor,
    })),
  );
  const paidFirstMinor = coinsGone ? byCoinsMinor(order) : (capture?.amountMinor ?? 0n);
  let firstLeftMinor =
    paidFirstMinor -
    (coinsGone ? givenBackMinor(order, cashbackCredited) : await refundedToCard(tx, key));
  const given = { toCardMinor: 0n, goneMinor: 0n, toWalletMinor: 0n };
  const journals: Journal[] = [...points.journals];
  const wallet = await walletOfRefund(tx, order, !capture && order.walletMinor === 0n);
  for (const back of backs) {
    const pointsMinor = points.withheldMinor.get(back.line.id) ?? 0n;
    const refund = split({ ...back, firstLeftMinor, coinsGone, pointsMinor }, order);
    const conversion = wallet.inWallet?.(refund.toWalletMinor);
    journals.push(refundJournal(order.memberId, order.id, { ...refund, conversion }));
    firstLeftMinor -= refund.toCardMinor + refund.goneMinor;
    given.toCardMinor += refund.toCardMinor;
    given.goneMinor += refund.goneMinor;
    given.toWalletMinor += refund.toWalletMinor;
  }
  journals.push(...(await giveUpGone(tx, order, given.goneMinor)));
  if (given.toWalletMinor > 0n) await openAccounts(tx, order.memberId, wallet.currency);
  await postAll(tx, journals);
  await followRefund(tx, order);
  if (capture && given.toCardMinor > 0n)
    await oweRefund(tx, {
      memberId: order.memberId,
      orderId: order.id,
      captureId: capture.captureId,
      amountMinor: given.toCardMinor,
      currency: order.currency,
      reason: wish.reason,
      source: 'refunds_payable',
    });
  crashPoint('checkout.refund_posted');
  return { lines: lines.length, ...given };
}

/** Marks an order with all lines refunded as `refunded`; delivers one that only waited for the refunded lines. */
async function finish(
  tx: Tx,
  order: Order,
  { lines, reason }: { lines: readonly OrderLine[]; reason: string },
): Promise<void> {
  const kept = order.lines.filter(
    (line) => !line.refundedAt && !lines.some((refunded) => refunded.id === line.id),
  );
  if (kept.length === 0) {
    await setOrderState(tx, order, { state: 'refunded', notice: reason });
    await notifyOrders(tx, [order], 'refunded');
  } else if (order.state === 'accepted') await deliverOrder(tx, await lockOrder(tx, order));
}

/** The sums of a refund in the format of the contract. */
export const sumsToWire = ({ lines, toCardMinor, toWalletMinor, goneMinor }: RefundedOrder) => ({
  nLines: lines,
  nToCard: toWire(toCardMinor),
  nToWallet: toWire(toWalletMinor),
  nGone: toWire(goneMinor),
});

/** True when dashboard refunds and ours together cover an order's whole capture, and no dispute took of it. */
async function isGivenBack(tx: Tx, key: OrderKey): Promise<boolean> {
  const capture = await captureOfOrder(tx, key);
  if (!capture) return false;
  const taken = await takenBackOf(tx, capture);
  return taken?.disputed === false && (await orderGivenBack(tx, capture)) !== undefined;
}

const nothing: RefundedOrder = { lines: 0, toCardMinor: 0n, toWalletMinor: 0n, goneMinor: 0n };

/** Refunds the lines with unrevealed codes of an order whose whole capture was refunded. */
export async function refundUnpaid(tx: Tx, key: OrderKey, reason: string): Promise<RefundedOrder> {
  if (!(await isGivenBack(tx, key))) return nothing;
  try {
    return await refundLines(tx, key, { reason });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'order.nothing_to_refund') return nothing;
    throw error;
  }
}

/** Refunds lines, then the remaining ones if the whole capture was refunded. */
async function refundAll(tx: Tx, key: OrderKey, wish: RefundWish): Promise<RefundedOrder> {
  const refunded = await refundLines(tx, key, wish);
  if (!wish.lineIds && !wish.onlyWaiting) return refunded;
  const rest = await refundUnpaid(tx, key, wish.reason);
  return {
    lines: refunded.lines + rest.lines,
    toCardMinor: refunded.toCardMinor + rest.toCardMinor,
    toWalletMinor: refunded.toWalletMinor + rest.toWalletMinor,
    goneMinor: refunded.goneMinor + rest.goneMinor,
  };
}

const isSame = (a: RefundedOrder, b: RefundedOrder) =>
  a.lines === b.lines &&
  a.toCardMinor === b.toCardMinor &&
  a.toWalletMinor === b.toWalletMinor &&
  a.goneMinor === b.goneMinor;

/**
 * Refunds an order or some of its lines: to the card first, then to the wallet; unviewed codes become void. When
 * dashboard refunds and ours cover the whole capture, all lines with unviewed codes are refunded. Refuses
 * `order.nothing_to_refund`, or `order.not_cancellable` when a buyer cancels; `order.coins_gone` while the paying coins
 * are missing or unconfirmed, unless finance allows it, which refunds nothing for missing coins; `order.refund_changed`
 * with the right sums when they are not the expected ones.
 */
export function refundOrder(
  { db }: Pick<CheckoutParts, 'db'>,
  key: OrderKey,
  wish: RefundWish,
): Promise<RefundedOrder> {
  return db.tx(async (tx) => {
    const refunded = await refundAll(tx, key, wish);
    if (wish.expected && !isSame(refunded, wish.expected))
      throw new Refusal('order.refund_changed', {}, { oSums: sumsToWire(refunded) });
    return refunded;
  });
}
