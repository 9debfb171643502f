/** Queries that store, find and list orders. */

import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Gateway } from '@giftlane/contract/shop/gateways.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import { wideNetworkOf } from '../../platform/http/network.ts';

export type State = 'pending' | 'paid' | 'accepted' | 'delivered' | 'failed' | 'refunded';
export type FailReason = 'declined' | 'cancelled' | 'lapsed' | 'returned';

/** A line's step on the timeline: placed, paid, accepted, delivered (ORD-07). */
export type LineState = 0 | 1 | 2 | 3;

export interface OrderLine {
  id: string;
  cardId: string;
  cardVersion: number;
  title: string;
  valueMinor: bigint;
  priceMinor: bigint;
  discountBp: number;
  cashbackBp: number;
  serviceChargeBp: number;
  quantity: number;
  payableMinor: bigint;
  cashbackMinor: bigint;
  refundedMinor: bigint;
  /** Given back for codes that do not work; such a line is not refunded. */
  guaranteedMinor: bigint;
  /** The time of its refund; a refund may be of amount 0. */
  refundedAt: Date | null;
  state: LineState;
}

export interface OrderHead {
  memberId: string;
  id: string;
  clientId: string;
  contentHash: Buffer;
  gateway: Gateway;
  currency: Currency;
  state: State;
  failReason: FailReason | null;
  subtotalMinor: bigint;
  serviceChargeMinor: bigint;
  discountMinor: bigint;
  totalMinor: bigint;
  walletMinor: bigint;
  cashbackMinor: bigint;
  refundedMinor: bigint;
  paymentId: string;
  notice: string;
  createdAt: Date;
  lapsesAt: Date | null;
  /** True when pending and the provider may be taking the payment. */
  paying: boolean;
  /** Null before delivery, and for older orders without a record of it. */
  deliveredAt: Date | null;
  /** When a mail server answered the delivery mail; null before. */
  mailedAt: Date | null;
  /** The masked recipient of that mail. */
  mailedTo: string;
  mailRefused: boolean;
  /** The quoted amount of an order paid by coins, in smallest units; null for others. */
  coinAmount: bigint | null;
  /** The price of one coin in the order's currency, as decimal text. */
  coinRate: string | null;
  /** The network fee of a send from the wallet here, in smallest units; null for others. */
  coinFee: bigint | null;
}

export interface Order extends OrderHead {
  lines: OrderLine[];
}

/** The values of a newly stored order. */
export const asStored = {
  failReason: null,
  refundedMinor: 0n,
  paymentId: '',
  notice: '',
  paying: false,
  mailedAt: null,
  mailedTo: '',
  mailRefused: false,
  coinAmount: null,
  coinRate: null,
  coinFee: null,
} as const satisfies Partial<Order>;

/**
 * An order to insert. `lapsesInMs` is null for an order paid at once; `network` is null for that too, and for all but
 * new accounts.
 */
export type NewOrder = Omit<
  Order,
  keyof typeof asStored | 'createdAt' | 'lapsesAt' | 'deliveredAt'
> & {
  lapsesInMs: number | null;
  network: string | null;
  /** The session that places the order. */
  sessionId: string;
};

/** The times that the database sets on insert. */
export type StoredTimes = Pick<OrderHead, 'id' | 'createdAt' | 'lapsesAt' | 'deliveredAt'>;

/**
 * Stores orders with their lines; returns their times in the given sequence. Breaks `orders_client_id_once`, or the
 * primary key when a draft is stored twice, if the member used the client's id before; waits for a concurrent use of
 * it.
 */
export async function insertOrders(tx: Tx, orders: readonly NewOrder[]): Promise<StoredTimes[]> {
  const lines = orders.flatMap((order) =>
    order.lines.map((line, i) => ({ order, line, position: i + 1 })),
  );
  const [stored] = await Promise.all([insertHeads(tx, orders), insertLines(tx, lines)]);
  const byId = new Map(stored.map((times) => [times.id, times]));
  return orders.map(({ id }) => {
    const times = byId.get(id);
    if (!times) throw new Error(`order ${id} was not stored`);
    return times;
  });
}

function insertHeads(tx: Tx, orders: readonly NewOrder[]) {
  return tx.rows(sql<StoredTimes>`
    insert into orders (member_id, id, client_id, content_hash, gateway, currency, state,
      subtotal_minor, service_charge_minor, discount_minor, total_minor, wallet_minor,
      cashback_minor, network, wide_network, lapses_at, delivered_at)
    select member_id, id, client_id, content_hash, gateway, currency, state, subtotal, charge,
      discount, total, wallet, cashback, network, wide_network, app_now() + lapses_in_ms * interval '1 ms',
      case when state = 'delivered' then app_now() end
    from unnest(${orders.map((o) => o.memberId)}::text[], ${orders.map((o) => o.id)}::text[],
      ${orders.map((o) => o.clientId)}::text[], ${orders.map((o) => o.contentHash)}::bytea[],
      ${orders.map((o) => o.gateway)}::text[], ${orders.map((o) => o.currency)}::text[],
      ${orders.map((o) => o.state)}::text[], ${orders.map((o) => o.subtotalMinor)}::bigint[],
      ${orders.map((o) => o.serviceChargeMinor)}::bigint[],
      ${orders.map((o) => o.discountMinor)}::bigint[], ${orders.map((o) => o.totalMinor)}::bigint[],
      ${orders.map((o) => o.walletMinor)}::bigint[], ${orders.map((o) => o.cashbackMinor)}::bigint[],
      ${orders.map((o) => o.network)}::text[],
      ${orders.map((o) => o.network && wideNetworkOf(o.network))}::text[],
      ${orders.map((o) => o.lapsesInMs)}::float8[])
      as o (member_id, id, client_id, content_hash, gateway, currency, state, subtotal, charge,
        discount, total, wallet, cashback, network, wide_network, lapses_in_ms)
    returning id, created_at as "createdAt", lapses_at as "lapsesAt",
      delivered_at as "deliveredAt"`);
}

interface NewLine {
  readonly order: NewOrder;
  readonly line: OrderLine;
  readonly position: number;
}

function insertLines(tx: Tx, lines: readonly NewLine[]): Promise<number> {
  return tx.run(sql`
    insert into order_lines (member_id, order_id, id, position, card_id, card_version, title,
      value_minor, price_minor, discount_bp, cashback_bp, service_charge_bp, quantity,
      payable_minor, cashback_minor, state)
    select * from unnest(${lines.map((l) => l.order.memberId)}::text[],
      ${lines.map((l) => l.order.id)}::text[], ${lines.map((l) => l.line.id)}::text[],
      ${lines.map((l) => l.position)}::smallint[], ${lines.map((l) => l.line.cardId)}::text[],
      ${lines.map((l) => l.line.cardVersion)}::int[], ${lines.map((l) => l.line.title)}::text[],
      ${lines.map((l) => l.line.valueMinor)}::bigint[],
      ${lines.map((l) => l.line.priceMinor)}::bigint[], ${lines.map((l) => l.line.discountBp)}::int[],
      ${lines.map((l) => l.line.cashbackBp)}::int[],
      ${lines.map((l) => l.line.serviceChargeBp)}::int[], ${lines.map((l) => l.line.quantity)}::int[],
      ${lines.map((l) => l.line.payableMinor)}::bigint[],
      ${lines.map((l) => l.line.cashbackMinor)}::bigint[],
      ${lines.map((l) => l.line.state)}::smallint[])`);
}

/** The key of an order: the member is always part of it, so that an id alone finds no order of another member. */
export type OrderKey = Pick<OrderHead, 'memberId' | 'id'>;

/** Locks an order for update. */
export function lockHead(tx: Tx, { memberId, id }: OrderKey) {
  return tx.first(sql<OrderHead>`
    select * from order_heads where "memberId" = ${memberId} and id = ${id} for update`);
}

/** Locks orders against changes, sorted by key. */
export async function lockHeads(tx: Tx, keys: readonly OrderKey[]): Promise<void> {
  await tx.run(sql`
    select 1 from orders
    where (member_id, id) in (select * from unnest(${keys.map((key) => key.memberId)}::text[],
      ${keys.map((key) => key.id)}::text[]))
    order by member_id, id for no key update`);
}

/** Orders without lines; unknown ones are left out. */
export function headsOf(db: Queryable, keys: readonly OrderKey[]) {
  return db.rows(sql<OrderHead>`
    select heads.* from unnest(${keys.map((key) => key.memberId)}::text[],
      ${keys.map((key) => key.id)}::text[]) as wanted ("memberId", id)
    join order_heads as heads using ("memberId", id)`);
}

/**
 * Locks an order against refunds until the transaction ends; concurrent reveals share the lock. Undefined when unknown.
 */
export function holdHead(tx: Tx, { memberId, id }: OrderKey) {
  return tx.first(sql`
    select 1 from orders where member_id = ${memberId} and id = ${id} for share`);
}

/** A member's order by our id or the client's. */
export function headByAnyId(db: Queryable, memberId: string, anyId: string) {
  return db.first(sql<OrderHead>`
    select * from order_heads
    where "memberId" = ${memberId} and (id = ${anyId} or "clientId" = ${anyId})
    order by id = ${anyId} desc limit 1`);
}

/** A member's order by the client's id alone, which may equal our id of another order. */
export function headByClientId(db: Queryable, memberId: string, clientId: string) {
  return db.first(sql<OrderHead>`
    select * from order_heads where "memberId" = ${memberId} and "clientId" = ${clientId}`);
}

/** For operators: orders of any member, by our id or the client's; at most five. */
export function ownersOf(db: Pick<Queryable, 'rows'>, anyId: string) {
  return db.rows(sql<{ memberId: string; id: string }>`
    select member_id as "memberId", id from orders where id = ${anyId}
    union
    select member_id, id from orders where client_id = ${anyId}
    limit 5`);
}

/** The client's ids, states and titles of a member's orders. */
export function briefs(db: Queryable, memberId: string, ids: readonly string[]) {
  return db.rows(sql<Pick<OrderHead, 'id' | 'clientId' | 'state'> & { titles: string[] }>`
    select id, client_id as "clientId", state,
      array(select title from order_lines l where l.member_id = o.member_id and l.order_id = o.id
        order by position) as titles
    from orders o
    where member_id = ${memberId} and id = any(${ids}::text[])`);
}

/** An order without lines in a list, and its number of lines. */
export type ListedHead = OrderHead & { readonly lines: number };

/** A page of a member's orders, newest first. The page is cut in the index before rows are read. */
export function pageOfHeads(
  db: Queryable,
  memberId: string,
  { page, limit }: { page: number; limit: number },
) {
  return db.rows(sql<ListedHead>`
    select h.*, (select count(*)::int from order_lines l
      where l.member_id = cut.member_id and l.order_id = cut.id) as lines
    from (select member_id, id, created_at from orders where member_id = ${memberId}
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}) cut
    join order_heads h on h."memberId" = cut.member_id and h.id = cut.id
    order by cut.created_at desc, cut.id desc`);
}

/** The lines of orders, sorted by position. */
export function linesOf(db: Queryable, keys: readonly OrderKey[]) {
  return db.rows(sql<OrderLine & { orderId: string }>`
    select order_id as "orderId", id, card_id as "cardId", card_version as "cardVersion", title,
      value_minor as "valueMinor", price_minor as "priceMinor", discount_bp as "discountBp",
      cashback_bp as "cashbackBp", service_charge_bp as "serviceChargeBp", quantity,
      payable_minor as "payableMinor", cashback_minor as "cashbackMinor",
      refunded_minor as "refundedMinor", guaranteed_minor as "guaranteedMinor",
      refunded_at as "refundedAt", state
    from unnest(${keys.map((key) => key.memberId)}::text[], ${keys.map((key) => key.id)}::text[])
      as wanted (member_id, order_id) join order_lines using (member_id, order_id)
    order by order_id, position`);
}
