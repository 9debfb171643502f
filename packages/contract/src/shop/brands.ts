/** The brands of an order's cards. No schema is here: pages of the shop load this module without the schema library. */
import { text } from '@giftlane/texts/text.ts';

/** The first brand and how many others, of cards' titles: behind the last space of one is the value. */
export function brandsText(titles: readonly string[]): string {
  const [brand = '', ...others] = new Set(titles.map((title) => title.replace(/ [^ ]*$/, '')));
  return others.length > 0 ? text('orders.brands.more', { brand, count: others.length }) : brand;
}
