/** Pages of My Orders that can be read without a network, as they were last seen. */

import { isCount, listOf, objectOf } from '@giftlane/client/storage/shapes.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { keepAnswer, keptAnswer, keptAnswers } from '../../session/kept.ts';
import { isOrder } from './order-shape.ts';

export interface OrderPage {
  orders: readonly Order[];
  total: number;
  /** When it was seen, for a page that comes from before the network was lost. */
  keptAt?: string;
}

/** What stands in the place of a code, whatever a list may say one day: no secret is ever kept. */
const sealed = '•••• •••• ••••';

/** An order without its codes and without what only payments need. */
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

type Stored = Pick<OrderPage, 'orders' | 'total'>;

export const isStored = objectOf<Stored>({ orders: listOf(isOrder), total: isCount });

/** Keeps a page of a member's orders. */
export function keepOrders(owner: string, key: string, { orders, total }: OrderPage): void {
  keepAnswer(owner, key, { orders: orders.map(withoutSecrets), total });
}

/** The page as it was last seen. */
export function keptOrders(key: string): OrderPage | undefined {
  const kept = keptAnswer(key, isStored);
  return kept && { ...kept.value, keptAt: kept.at };
}

/** An order, and when it was seen if that was before the network was lost. */
export interface SeenOrder {
  order: Order;
  keptAt?: string;
}

/** One of the orders that were seen, by `_id` or `sOrderId`. */
export function keptOrder(id: string): SeenOrder | undefined {
  for (const { at, value } of keptAnswers(isStored)) {
    const order = value.orders.find((one) => one._id === id || one.sOrderId === id);
    if (order) return { order, keptAt: at };
  }
  return undefined;
}
