import { brandsText } from '@giftlane/contract/shop/brands.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';

/** The brands of an order. */
export const brandsOf = ({ aCartData }: Order): string =>
  brandsText(aCartData.map(({ sTitle }) => sTitle));

export const titleOf = (order: Order): string =>
  text(order.eType === 'Sell' ? 'orders.saleOf' : 'orders.of', { brands: brandsOf(order) });
