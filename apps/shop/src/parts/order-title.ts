/** What an order is called. */
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { formatFace } from './money.tsx';

/** What an order is of, as people remember it: its brand, without the value that its line says, and how many others. */
export function brandsOf({ aCartData }: Order): string {
  const [brand = '', ...others] = new Set(
    aCartData.map(({ sTitle, nValue, eCurrency }) => {
      const value = ` ${formatFace(fromWire(nValue), eCurrency)}`;
      return sTitle.endsWith(value) ? sTitle.slice(0, -value.length) : sTitle;
    }),
  );
  return others.length > 0 ? text('orders.brands.more', { brand, count: others.length }) : brand;
}

export const titleOf = (order: Order): string =>
  text(order.eType === 'Sell' ? 'orders.saleOf' : 'orders.of', { brands: brandsOf(order) });
