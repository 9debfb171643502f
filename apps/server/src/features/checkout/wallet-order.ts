/** Orders paid from the wallet alone: placed, paid and delivered in one transaction. */
import type { Order as WireOrder } from '@giftlane/contract/orders.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { postAll } from '../../ledger/ledger.ts';
import { crashPoint } from '../../platform/crash.ts';
import type { Tx } from '../../platform/db.ts';
import { removeOrdered } from '../cart/cart.ts';
import { codesInHand, insertOrder, type NewOrder, orderToWire } from '../orders/orders.ts';
import { type HeldCode, takeCodes } from '../stock/stock.ts';
import { deliveredJob } from './jobs.ts';
import type { CheckoutParts } from './parts.ts';
import { draftOf, requireOrderable, storeAndTake, takingOf, untilPlaced } from './placing.ts';
import { cashbackJournal, saleJournal } from './postings.ts';
import { price, type Wish } from './price.ts';
import { earlierOrder } from './repeat.ts';

/** Statements that pay for an order whose lines have their codes. */
function pay(tx: Tx, order: NewOrder): Promise<unknown> {
  return Promise.all([
    // The cart before the wallet: everybody takes them in this order.
    removeOrdered(tx, order),
    // The wallet is in the order's currency, so that cashback need not wait for a rate.
    postAll(tx, [
      saleJournal(order, 'wallet'),
      ...(order.cashbackMinor > 0n ? [cashbackJournal(order, undefined)] : []),
    ]),
    enqueue(tx, {
      job: deliveredJob,
      payload: { memberId: order.memberId, orderId: order.id },
    }),
  ]);
}

/**
 * The whole order in one round trip. Nothing is asked first: each rule is a statement or a constraint
 * that ends the transaction, missing codes the one that is checked at COMMIT.
 */
async function placeAtOnce(tx: Tx, order: NewOrder) {
  const [stored, codes] = await tx.last(() =>
    Promise.all([
      insertOrder(tx, order),
      takeCodes(tx, takingOf(order, 'sold')),
      requireOrderable(tx, order),
      pay(tx, order),
    ]),
  );
  return { stored, codes };
}

/** The same, waiting for codes that others hold and may give back. */
async function placePatiently(tx: Tx, order: NewOrder) {
  const placed = await storeAndTake(tx, order, { state: 'sold', patient: true });
  await tx.last(() => pay(tx, order));
  return placed;
}

/** Places an order paid from the wallet; repeats answer the first order. */
export async function payFromWallet(
  parts: CheckoutParts,
  memberId: string,
  wish: Wish,
): Promise<WireOrder> {
  const maxCodes = await parts.maxCodes();
  try {
    return await untilPlaced(parts, { memberId, wish }, async (patient) => {
      const priced = price(parts.catalog, wish, maxCodes);
      const order = draftOf(memberId, wish, priced, { state: 'delivered', lapsesInMs: null });
      crashPoint('checkout.wallet_before_commit');
      const place = patient ? placePatiently : placeAtOnce;
      const { stored, codes } = await parts.db.tx((tx) => place(tx, order));
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
