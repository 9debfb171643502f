/** Orders paid from the wallet alone: placed, paid and delivered in one transaction, which several orders may share. */
import type { Order as WireOrder } from '@giftlane/contract/shop/orders.ts';
import { enqueueAll } from '../../../jobs/jobs.ts';
import { postAll } from '../../../ledger/ledger.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { isRefusedByDatabase } from '../../../platform/db/errors.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { groupTx, makeGroups, oneTransaction } from '../../../platform/limits/groups.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { removeOrdered } from '../../cart/cart.ts';
import {
  asStored,
  codesInHand,
  insertOrders,
  type NewOrder,
  orderToWire,
} from '../../orders/orders.ts';
import { type HeldCode, takeCodes } from '../../stock/stock.ts';
import { deliveredJob } from '../jobs.ts';
import type { CheckoutParts, Placed } from '../parts.ts';
import { cashbackJournal, saleJournal } from '../postings.ts';
import { requireProvenSpend } from '../queries.ts';
import {
  draftOf,
  lacksCodes,
  requireOrderable,
  storeAndTake,
  takingOf,
  untilPlaced,
} from './placing.ts';
import { type OrderRequest, price } from './price.ts';
import { earlierOrder } from './repeat.ts';

/** Pays orders whose lines have their codes. */
function pay(tx: Tx, orders: readonly NewOrder[]): Promise<unknown> {
  const rewarded = orders
    .filter((order) => order.cashbackMinor > 0n)
    .map((order) => cashbackJournal(order, undefined));
  return Promise.all([
    // Lock order: carts before wallets.
    removeOrdered(tx, orders),
    postAll(
      tx,
      orders.map((order) => saleJournal(order, 'wallet')),
    ),
    // After the sales, so that an order is not paid with its own cashback. The wallet has the order's currency, so no
    // rate is needed.
    ...(rewarded.length > 0 ? [postAll(tx, rewarded)] : []),
    requireProvenSpend(tx, orders),
    enqueueAll(
      tx,
      deliveredJob,
      orders.map(({ memberId, id }) => ({ memberId, orderId: id })),
    ),
  ]);
}

/**
 * Places whole orders in one round trip, without reads before: each rule is a statement or a constraint that fails the
 * transaction; missing codes fail it at COMMIT.
 */
async function placeAll(tx: Tx, orders: readonly NewOrder[]): Promise<Placed[]> {
  const [times, codes] = await tx.last(() =>
    Promise.all([
      insertOrders(tx, orders),
      takeCodes(tx, takingOf(orders, 'sold')),
      requireOrderable(tx, orders),
      pay(tx, orders),
    ]),
  );
  const byLine = Map.groupBy(codes, (code) => code.lineId);
  return times.map((stored, i) => ({
    times: stored,
    codes: (orders[i]?.lines ?? []).flatMap(({ id }) => byLine.get(id) ?? []),
  }));
}

/** Places one order, waiting for codes locked by other transactions. */
async function placePatiently(tx: Tx, order: NewOrder): Promise<Placed> {
  const placed = await storeAndTake(tx, order, { state: 'sold', patient: true });
  await tx.last(() => pay(tx, [order]));
  return placed;
}

/** Most codes of an order that shares a transaction; larger orders would delay the others. */
const fewCodes = 20;

const codesOf = ({ lines }: NewOrder) => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Makes the function that places wallet orders. Small ones that arrive while others are placed share the next
 * transaction (docs/decisions/0009-orders-share-a-transaction.md). If it fails, each order is placed alone and gets its
 * own refusal. A refused member, or a card that ran out, is placed alone until such an order succeeds.
 */
export function makePlacing(db: Db): CheckoutParts['placeAtOnce'] {
  const cardsOf = ({ lines }: NewOrder) => lines.map(({ cardId }) => cardId);
  const alone = async (order: NewOrder): Promise<Placed> => {
    const [placed] = await db.tx((tx) => placeAll(tx, [order]));
    if (!placed) throw new Error('an order was placed and not answered');
    return placed;
  };
  const join = makeGroups({
    ...oneTransaction,
    together: (orders: readonly NewOrder[]) => groupTx(db, (tx) => placeAll(tx, orders)),
    alone,
    luck: {
      namesOf: (order) => [order.memberId, ...cardsOf(order)],
      blamed: (order, error) =>
        isRefusedByDatabase(error)
          ? [order.memberId, ...(lacksCodes(error) ? cardsOf(order) : [])]
          : [],
    },
  });
  return (order) => (codesOf(order) > fewCodes ? alone(order) : join(order));
}

/** Places an order paid from the wallet; a repeat answers the first order. */
export async function payFromWallet(
  parts: CheckoutParts,
  { memberId, sessionId }: Caller,
  wish: OrderRequest,
): Promise<WireOrder> {
  const maxCodes = await parts.maxCodes();
  try {
    return await untilPlaced(parts, { memberId, wish }, async (patient) => {
      const priced = price(parts.catalog, wish, maxCodes);
      const order = draftOf(memberId, wish, priced, {
        state: 'delivered',
        lapsesInMs: null,
        network: null,
        sessionId,
      });
      crashPoint('checkout.wallet_before_commit');
      const { times, codes } = await (patient
        ? parts.db.tx((tx) => placePatiently(tx, order))
        : parts.placeAtOnce(order));
      crashPoint('checkout.wallet_committed');
      const stored = { ...order, ...asStored, ...times };
      return orderToWire(stored, { codes: byId(codes) }, parts.catalog.card);
    });
  } catch (error) {
    const earlier = await earlierOrder(parts, memberId, wish, error);
    if (earlier) return earlier;
    throw error;
  }
}

const byId = (codes: readonly HeldCode[]) =>
  codesInHand(codes.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
