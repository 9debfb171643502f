/** Pages of My Orders stored for offline use. */

import { isCount, listOf, objectOf } from '@giftlane/client/storage/shapes.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { keepAnswer, keptAnswer, keptAnswers } from '../../session/kept.ts';
import { isOrder } from './order-shape.ts';

export interface OrderListPage {
  orders: readonly Order[];
  total: number;
  /** When a page shown offline was stored. */
  keptAt?: string;
}

/** Replaces every code: no secret is stored, whatever the API may send one day. */
const sealed = '•••• •••• ••••';

/** An order without codes and without ids of payments. */
export function withoutSecrets(order: Order): Order {
  return {
    ...order,
    sPayerId: '',
    sPaymentId: '',
    sPaymentToken: '',
    aCartData: order.aCartData.map((line) => ({
      ...line,
      aCardCode: line.aCardCode.map((code) => ({ ...code, sOrderContent: sealed })),
    })),
  };
}

type Stored = Pick<OrderListPage, 'orders' | 'total'>;

export const isStored = objectOf<Stored>({ orders: listOf(isOrder), total: isCount });

/** Stores a page of a member's orders. */
export function keepOrders(owner: string, key: string, { orders, total }: OrderListPage): void {
  keepAnswer(owner, key, { orders: orders.map(withoutSecrets), total });
}

/** A stored page. */
export function keptOrders(key: string): OrderListPage | undefined {
  const kept = keptAnswer(key, isStored);
  return kept && { ...kept.value, keptAt: kept.at };
}

/** An order of the API or, with the time it was stored, an offline copy. */
export interface SeenOrder {
  order: Order;
  keptAt?: string;
}

/** An order of the stored pages, by `_id` or `sOrderId`. */
export function keptOrder(id: string): SeenOrder | undefined {
  for (const { at, value } of keptAnswers(isStored)) {
    const order = value.orders.find((one) => one._id === id || one.sOrderId === id);
    if (order) return { order, keptAt: at };
  }
  return undefined;
}
