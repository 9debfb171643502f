/**
 * Orders: storing, states, reading and revealing. Of payments they know only whether one is under way or was reversed.
 */
import type { Order as WireOrder } from '@giftlane/contract/shop/orders.ts';
import { house, postedTo } from '../../ledger/ledger.ts';
import type { Queryable, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CardDetails } from '../catalog/catalog.ts';
import { firstOfLines, type HeldCode } from '../stock/stock.ts';
import { countOrders } from './count-queries.ts';
import {
  briefs,
  headByAnyId,
  headByClientId,
  headsOf,
  holdHead,
  type ListedHead,
  linesOf,
  lockHead,
  type Order,
  type OrderHead,
  type OrderKey,
  pageOfHeads,
} from './queries.ts';
import { codesPerLine, type LineCodes, orderToWire } from './wire.ts';

export { countOrders, lifetimesMinor, wasOrderedSince } from './count-queries.ts';
export {
  cardsByDay,
  lastMailAt,
  newestOrders,
  refundsByDay,
  type Span,
  salesByDay,
} from './day-queries.ts';
export { orderInvariants } from './invariants.ts';
export { countFitting, type OrderFit, pageOfAll } from './office-queries.ts';
export type {
  FailReason,
  NewOrder,
  Order,
  OrderKey,
  OrderLine,
  State,
  StoredTimes,
} from './queries.ts';
export {
  asStored,
  insertOrders,
  lockHeads,
  ownersOf,
} from './queries.ts';
export {
  addGuaranteed,
  addRefunded,
  hasOpenOrder,
  isOver,
  lapsed,
  type Mailed,
  noteMailed,
  setLineStates,
  setOrderState,
  setPaymentDeclined,
  setPaymentId,
  waitingForCodes,
} from './state-queries.ts';
export {
  type Holding,
  hasBought,
  lockUnpaid,
  lockUnpaidFrom,
  minutesUnpaid,
  unpaidHoldings,
} from './unpaid-queries.ts';
export { codeIdFromWire, codeName, orderToWire } from './wire.ts';

async function withLines(db: Queryable, heads: readonly OrderHead[]): Promise<Order[]> {
  if (heads.length === 0) return [];
  const lines = await linesOf(db, heads);
  const byOrder = Map.groupBy(lines, (line) => line.orderId);
  return heads.map((head) => ({ ...head, lines: byOrder.get(head.id) ?? [] }));
}

/** A member's order by our id or the client's; undefined when unknown or another member's. */
export async function findOrder(
  db: Queryable,
  memberId: string,
  anyId: string,
): Promise<Order | undefined> {
  const head = await headByAnyId(db, memberId, anyId);
  return head && (await withLines(db, [head]))[0];
}

/** A member's order by the id the client gave it. */
export async function findByClientId(
  db: Queryable,
  memberId: string,
  clientId: string,
): Promise<Order | undefined> {
  const head = await headByClientId(db, memberId, clientId);
  return head && (await withLines(db, [head]))[0];
}

/** A member's order, or `order.not_found`. */
export async function needOrder(db: Queryable, memberId: string, anyId: string): Promise<Order> {
  const order = await findOrder(db, memberId, anyId);
  if (!order) throw new Refusal('order.not_found');
  return order;
}

/** Orders of any members, by id; unknown ones are left out. */
export async function readOrders(
  db: Queryable,
  keys: readonly OrderKey[],
): Promise<ReadonlyMap<string, Order>> {
  const [heads, lines] = await Promise.all([headsOf(db, keys), linesOf(db, keys)]);
  const byOrder = Map.groupBy(lines, (line) => line.orderId);
  return new Map(heads.map((head) => [head.id, { ...head, lines: byOrder.get(head.id) ?? [] }]));
}

/** Locks an order until the transaction ends and reads it with its lines; refuses `order.not_found`. */
export async function lockOrder(tx: Tx, key: OrderKey): Promise<Order> {
  const head = await lockHead(tx, key);
  if (!head) throw new Refusal('order.not_found');
  const [order] = await withLines(tx, [head]);
  return order ?? { ...head, lines: [] };
}

/**
 * Locks an order against refunds while its codes are revealed, so that a code is either revealed or voided by a refund.
 * Refuses `order.not_found`.
 */
export async function holdOrder(tx: Tx, key: OrderKey): Promise<void> {
  if (!(await holdHead(tx, key))) throw new Refusal('order.not_found');
}

/** The facts of an order that a wallet statement shows. */
export type OrderBrief = Pick<OrderHead, 'clientId' | 'state'> & {
  /** The titles of its lines, such as "Nimbus Arcade $25". */
  readonly titles: readonly string[];
};

/** The orders among `ids` that are the member's. */
export async function briefsOf(
  db: Queryable,
  memberId: string,
  ids: readonly string[],
): Promise<Map<string, OrderBrief>> {
  const rows = ids.length === 0 ? [] : await briefs(db, memberId, ids);
  return new Map(rows.map(({ id, ...brief }) => [id, brief]));
}

type Describe = (cardId: string) => CardDetails | undefined;

/** The codes just taken, by line, for a reply without another read. */
export function codesInHand(codes: readonly HeldCode[]): Map<string, LineCodes> {
  const byLine = Map.groupBy(codes, (code) => code.lineId);
  return new Map([...byLine].map(([id, first]) => [id, { first, count: first.length }]));
}

/** The codes of delivered lines: the count is the line's quantity; only the first codes are read. */
async function codesOf(db: Queryable, orders: readonly Order[]): Promise<Map<string, LineCodes>> {
  const lines = orders.flatMap((order) =>
    order.lines.filter((line) => line.state === 3 && !line.refundedAt),
  );
  if (lines.length === 0) return new Map();
  const first = await firstOfLines(
    db,
    lines.map((line) => line.id),
    codesPerLine,
  );
  const byLine = Map.groupBy(first, (code) => code.lineId);
  return new Map(
    lines.map(({ id, quantity }) => [id, { count: quantity, first: byLine.get(id) ?? [] }]),
  );
}

/** The key of checkout's journal for a refunded line. */
const refundKey = (orderId: string, lineId: string) => `order:${orderId}:refund:${lineId}`;

/** Cashback or spent points that refunds deducted, in minor units by line. */
async function takenBack(
  db: Queryable,
  orders: readonly Order[],
  of: 'cashback' | 'points',
): Promise<Map<string, bigint>> {
  const [first] = orders;
  const lines = orders.flatMap((order) =>
    order.lines
      .filter((line) => line.refundedAt && (of === 'points' || line.cashbackMinor > 0n))
      .map(({ id }) => ({ order, id, key: refundKey(order.id, id) })),
  );
  if (!first || lines.length === 0) return new Map();
  const posted = await postedTo(db, first.memberId, {
    accounts: orders.map(({ currency }) => house(of, currency)),
    keys: lines.map(({ key }) => key),
  });
  return new Map(lines.map(({ id, key }) => [id, posted.get(key) ?? 0n]));
}

async function besideOf(db: Queryable, orders: readonly Order[]) {
  const [codes, taken, kept] = await Promise.all([
    codesOf(db, orders),
    takenBack(db, orders, 'cashback'),
    takenBack(db, orders, 'points'),
  ]);
  return { codes, taken, kept };
}

/** Orders in the format of the contract, with the first codes of each delivered line. */
export async function ordersToWire(
  db: Queryable,
  heads: readonly OrderHead[],
  describe: Describe,
): Promise<WireOrder[]> {
  const orders = await withLines(db, heads);
  const beside = await besideOf(db, orders);
  return orders.map((order) => orderToWire(order, beside, describe));
}

/** One order in the format of the contract. */
export async function showOrder(
  db: Queryable,
  order: Order,
  describe: Describe,
): Promise<WireOrder> {
  return orderToWire(order, await besideOf(db, [order]), describe);
}

/** A page of a member's orders without lines, newest first; as fast with 100,000 orders as with ten. */
export async function listOrders(
  db: Queryable,
  memberId: string,
  page: { page: number; limit: number },
): Promise<{ heads: ListedHead[]; total: number }> {
  const [heads, total] = await Promise.all([
    pageOfHeads(db, memberId, page),
    countOrders(db, memberId),
  ]);
  return { heads, total };
}
