/** Orders paid by card: reserves codes and wallet share, then creates the provider's order outside any transaction. */
import { fromWire, toWire } from '@giftlane/contract/money/money.ts';
import { openAccounts, post } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { findMember } from '../../accounts/accounts.ts';
import { removeOrdered } from '../../cart/cart.ts';
import {
  hasBought,
  lockOrder,
  lockUnpaid,
  type NewOrder,
  needOrder,
  type Order,
  setPaymentDeclined,
} from '../../orders/orders.ts';
import { type CheckoutParts, provider, type UnpaidLimits } from '../parts.ts';
import { holdJournal } from '../postings.ts';
import { insertPayment, lockPayment, requireProvenSpend, setPaymentState } from '../queries.ts';
import { lapseOne } from '../unpaid/lapse.ts';
import { boundUnpaid } from '../unpaid/unpaid.ts';
import { draftOf, storeAndTake, untilPlaced } from './placing.ts';
import { type OrderRequest, price } from './price.ts';
import { providerOrderFor } from './provider-order.ts';
import { findEarlier } from './repeat.ts';

/** The member, session and network of a request. */
export interface Buyer {
  readonly memberId: string;
  readonly sessionId: string;
  readonly network: string;
}

/** How a pending order is to be paid. */
export interface PaymentTerms {
  /** The provider's name, as stored in `payments`. */
  readonly provider: string;
  /** How long codes and money are held; the site option when absent. */
  readonly lapsesInMs?: number;
  /** Stores more in the same transaction. */
  readonly also?: (tx: Tx, order: NewOrder) => Promise<void>;
}

const byCard: PaymentTerms = { provider };

async function reserveAndHold(
  tx: Tx,
  order: NewOrder,
  { patient, limits, how }: { patient: boolean; limits: UnpaidLimits; how: PaymentTerms },
): Promise<void> {
  await Promise.all([
    lockUnpaid(tx, order.memberId),
    storeAndTake(tx, order, { state: 'reserved', patient }),
  ]);
  await Promise.all([
    boundUnpaid(tx, order, limits),
    insertPayment(tx, order, {
      id: newId('pay'),
      provider: how.provider,
      amountMinor: order.totalMinor - order.walletMinor,
      currency: order.currency,
    }),
    removeOrdered(tx, [order]),
    ...(order.walletMinor > 0n
      ? [
          openAccounts(tx, order.memberId, order.currency),
          post(tx, holdJournal(order)),
          requireProvenSpend(tx, [order]),
        ]
      : []),
  ]);
  await how.also?.(tx, order);
}

/** Reserves the codes and holds the wallet share of a new order, or finds the one already placed. Returns its id. */
export async function placeOrFind(
  parts: CheckoutParts,
  { memberId, sessionId, network }: Buyer,
  wish: OrderRequest,
  how: PaymentTerms = byCard,
): Promise<string> {
  const [maxCodes, limits, member, bought] = await Promise.all([
    parts.maxCodes(),
    parts.unpaidLimits(),
    findMember(parts.db, memberId),
    hasBought(parts.db, memberId),
  ]);
  const isNew = !bought && member?.kycStatus !== 'v';
  const lapsesInMs = how.lapsesInMs ?? limits.lapseMs;
  const unpaid = {
    state: 'pending',
    lapsesInMs,
    network: isNew ? network : null,
    sessionId,
  } as const;
  try {
    return await untilPlaced(parts, { memberId, wish }, async (patient) => {
      const priced = price(parts.catalog, wish, maxCodes);
      const order = draftOf(memberId, wish, priced, unpaid);
      await parts.db.tx((tx) => reserveAndHold(tx, order, { patient, limits, how }));
      return order.id;
    });
  } catch (error) {
    const earlier = error instanceof Error && (await findEarlier(parts, memberId, wish));
    if (!earlier) throw error;
    const key = { memberId, id: earlier.id };
    await parts.db.tx((tx) => lapseOne(tx, key));
    refuseUnpayable(await needOrder(parts.db, memberId, earlier.id));
    return earlier.id;
  }
}

/** Refuses a failed order: the client needs a new `sOrderId`. A declined order fails only when it lapses. */
export function refuseUnpayable(order: Order): void {
  const lapsed = order.failReason === 'lapsed' || order.failReason === 'declined';
  if (order.state === 'failed' && lapsed) throw new Refusal('order.lapsed');
  if (order.state === 'failed' && order.failReason === 'returned')
    throw new Refusal('payment.returned');
  if (order.state === 'failed') throw new Refusal('order.not_payable');
}

/** Makes a declined order payable again. */
async function reopen(parts: CheckoutParts, memberId: string, id: string): Promise<Order> {
  return parts.db.tx(async (tx) => {
    const order = await lockOrder(tx, { memberId, id });
    if (order.state === 'pending' && order.failReason === 'declined') {
      const payment = await lockPayment(tx, order);
      if (payment?.state === 'declined') await setPaymentState(tx, order, 'created');
      await setPaymentDeclined(tx, order, false);
    }
    return order;
  });
}

/** Answers initiate: our order id, the provider's, the amounts and the time of lapse. */
export async function initiate(parts: CheckoutParts, buyer: Buyer, wish: OrderRequest) {
  const { memberId } = buyer;
  const id = await placeOrFind(parts, buyer, wish);
  crashPoint('checkout.initiated');
  const sPaymentId = await providerOrderFor(parts, { memberId, id });
  const order = await reopen(parts, memberId, id);
  refuseUnpayable(order);
  return {
    sOrderId: order.clientId,
    sPaymentId,
    nTotalAmount: toWire(order.totalMinor),
    nWalletAmount: toWire(fromWire(wish.nWalletAmount)),
    dLapsesAt: (order.lapsesAt ?? order.createdAt).toISOString(),
  };
}
