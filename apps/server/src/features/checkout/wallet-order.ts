/** Orders paid from the wallet alone: placed, paid and delivered in one transaction. */
import type { Order as WireOrder } from '@giftlane/contract/checkout.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { isShort, post } from '../../ledger/ledger.ts';
import { crashPoint } from '../../platform/crash.ts';
import { isRetryable, type Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findMember, type Member } from '../accounts/accounts.ts';
import { removeOrdered } from '../cart/cart.ts';
import { codesInHand, insertOrder, type NewOrder, orderToWire } from '../orders/orders.ts';
import { type HeldCode, missingOf, takeAllCodes, takeCodes } from '../stock/stock.ts';
import { deliveredJob } from './jobs.ts';
import type { CheckoutParts } from './parts.ts';
import { cashbackJournal, saleJournal } from './postings.ts';
import { type Priced, price, type Wish } from './price.ts';
import { countCurrentVersions } from './queries.ts';
import { earlierOrder } from './repeat.ts';

/** The member used this `sOrderId` before. */
export class UsedBefore extends Error {}
/** A price changed between the snapshot and the transaction. */
export class PriceMoved extends Error {}
/** Not enough codes were free; others may be holding some that they give back. */
class Short extends Error {}

const tries = 4;

/** An order ready to be stored. */
export function draftOf(
  memberId: string,
  wish: Wish,
  priced: Priced,
  paid: { state: NewOrder['state']; lapsesInMs: number | null },
): NewOrder {
  const { totals } = priced;
  return {
    memberId,
    id: newId('ord'),
    clientId: wish.sOrderId,
    contentHash: priced.contentHash,
    gateway: wish.eGateway,
    currency: wish.eCurrency,
    subtotalMinor: totals.subtotalMinor,
    serviceChargeMinor: totals.serviceChargeMinor,
    discountMinor: totals.discountMinor,
    totalMinor: totals.payableMinor,
    walletMinor: priced.walletMinor,
    cashbackMinor: totals.cashbackMinor,
    lines: [...priced.lines],
    ...paid,
  };
}

/** Refuses members who may not buy, and wallet money in another currency (decision 25). */
export function checkBuyer(member: Member | undefined, order: NewOrder): Member {
  if (!member) throw new Refusal('session.required');
  if (member.frozenAt) throw new Refusal('account.frozen');
  if (order.walletMinor > 0n && member.currency !== order.currency)
    throw new Refusal('wallet.other_currency', {
      walletCurrency: member.currency.toUpperCase(),
      currency: order.currency.toUpperCase(),
    });
  return member;
}

/** What stock is asked for an order's lines. */
export function takingOf(order: NewOrder, state: 'reserved' | 'sold') {
  const titles = new Map(order.lines.map((line) => [line.cardId, line.title]));
  return {
    memberId: order.memberId,
    wants: order.lines.map(({ id, cardId, quantity }) => ({ lineId: id, cardId, quantity })),
    state,
    titleOf: (cardId: string) => titles.get(cardId) ?? cardId,
  };
}

/**
 * The first round trip of every order: stores it, compares price versions, takes codes. Without
 * `patient` it never waits for codes in others' hands and throws when some are missing.
 */
export async function storeAndTake(
  tx: Tx,
  order: NewOrder,
  { state, patient }: { state: 'reserved' | 'sold'; patient: boolean },
) {
  const taking = takingOf(order, state);
  const [stored, current, member, quick] = await Promise.all([
    insertOrder(tx, order),
    countCurrentVersions(tx, order.lines),
    findMember(tx, order.memberId),
    patient ? [] : takeCodes(tx, taking),
  ]);
  if (!stored) throw new UsedBefore();
  if (current !== order.lines.length) throw new PriceMoved();
  const buyer = checkBuyer(member, order);
  const codes = patient ? await takeAllCodes(tx, taking) : quick;
  if (missingOf(taking.wants, codes).length > 0) throw new Short();
  crashPoint('checkout.order_inserted');
  return { stored, buyer, codes };
}

async function placeAndPay(tx: Tx, order: NewOrder, patient: boolean) {
  const { stored, buyer, codes } = await storeAndTake(tx, order, { state: 'sold', patient });
  // In the member's own currency cashback is credited at once; a wallet order always is.
  const cashback = order.cashbackMinor > 0n && buyer.currency === order.currency;
  crashPoint('checkout.wallet_before_commit');
  await tx.last(() =>
    Promise.all([
      post(tx, saleJournal(order, 'wallet')),
      cashback && post(tx, cashbackJournal(order, undefined)),
      removeOrdered(
        tx,
        order.memberId,
        order.lines.map((line) => line.cardId),
      ),
      enqueue(tx, {
        job: deliveredJob,
        payload: { memberId: order.memberId, orderId: order.id },
      }),
    ]),
  );
  return { stored, codes };
}

/**
 * Runs `work` until it neither lost a price nor a deadlock nor a race for codes: first without waiting
 * for codes, then waiting. A moved price refreshes the snapshot and computes anew, which then refuses
 * with the new total.
 */
export async function untilPlaced<T>(
  parts: CheckoutParts,
  work: (patient: boolean) => Promise<T>,
): Promise<T> {
  let patient = false;
  for (let left = tries; ; left -= 1) {
    try {
      return await work(patient);
    } catch (error) {
      if (left <= 1) throw error;
      if (error instanceof Short) patient = true;
      else if (error instanceof PriceMoved) await parts.catalog.refresh();
      else if (!isRetryable(error)) throw isShort(error) ? new Refusal('wallet.short') : error;
    }
  }
}

/** Places an order paid from the wallet; repeats answer the first order. */
export async function payFromWallet(
  parts: CheckoutParts,
  memberId: string,
  wish: Wish,
): Promise<WireOrder> {
  const maxCodes = await parts.maxCodes();
  try {
    return await untilPlaced(parts, async (patient) => {
      const priced = price(parts.catalog, wish, maxCodes);
      const order = draftOf(memberId, wish, priced, { state: 'delivered', lapsesInMs: null });
      const { stored, codes } = await parts.db.tx((tx) => placeAndPay(tx, order, patient));
      crashPoint('checkout.wallet_committed');
      return orderToWire({ ...asStored(order), ...stored }, byId(codes), parts.catalog.card);
    });
  } catch (error) {
    const earlier = await earlierOrder(parts, memberId, wish, error);
    if (earlier) return earlier;
    throw error;
  }
}

const byId = (codes: HeldCode[]) => codesInHand(codes.toSorted((a, b) => (a.id < b.id ? -1 : 1)));

/** A stored order as far as its draft tells. */
export function asStored(order: NewOrder) {
  return { ...order, failReason: null, refundedMinor: 0n, paymentId: '', notice: '' };
}
