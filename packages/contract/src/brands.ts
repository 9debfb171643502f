/** The brands of an order's cards. No schema is here: pages of the shop load this module without the schema library. */
import { text } from './messages.ts';
import { type Currency, formatFace } from './money.ts';

interface CardLine {
  readonly title: string;
  readonly valueMinor: bigint;
}

/** The first brand, without the value that the card's title ends with, and how many others. */
export function brandsText(lines: readonly CardLine[], currency: Currency): string {
  const [brand = '', ...others] = new Set(
    lines.map(({ title, valueMinor }) => {
      const value = ` ${formatFace(valueMinor, currency)}`;
      return title.endsWith(value) ? title.slice(0, -value.length) : title;
    }),
  );
  return others.length > 0 ? text('orders.brands.more', { brand, count: others.length }) : brand;
}
