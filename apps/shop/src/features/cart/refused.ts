/** Refusals about lines of an order: the cart shows current prices and stock until the next try. */

import { isRefusal } from '@giftlane/client/api-error.ts';
import { isCount, isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { formatMoney } from '@giftlane/contract/money/money.ts';
import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import { text } from '@giftlane/texts/text.ts';
import {
  type DraftLine,
  type OrderDraft,
  repricedLines,
} from '../../rooms/checkout/order-draft.ts';
import { amountsOf, eachOf, totalsOf } from '../../rooms/money/prices.ts';

interface Shortage {
  iGiftCardId: string;
  nLeft: number;
}

export type Refused =
  /** Prices other than the shown ones. */
  { kind: 'prices'; before: OrderDraft; data: unknown } | ({ kind: 'short' } & Shortage);

const isShortage = objectOf<Shortage>({ iGiftCardId: isText, nLeft: isCount });

/** A refusal about lines of an order; undefined for any other refusal. */
export function refusedLines(before: OrderDraft, error: unknown): Refused | undefined {
  if (isRefusal(error, 'order.price_changed') && repricedLines(before.aCartData, error.data))
    return { kind: 'prices', before, data: error.data };
  if (isRefusal(error, 'order.out_of_stock') && isShortage(error.data)) {
    const { iGiftCardId, nLeft } = error.data;
    return { kind: 'short', iGiftCardId, nLeft };
  }
  return undefined;
}

/** The lines at the prices and stock of the refusal. */
export function currentLines(
  lines: readonly CartItem[],
  refused: Refused | undefined,
): readonly CartItem[] {
  if (!refused) return lines;
  const now =
    refused.kind === 'prices'
      ? repricedLines(lines, refused.data)
      : lines.map((line) =>
          line.iGiftCardId === refused.iGiftCardId ? { ...line, nLeft: refused.nLeft } : line,
        );
  return now ?? lines;
}

/** The earlier price of a line, or of one of its cards, when it has changed. */
export function priceBefore(line: CartItem, refused: Refused | undefined): string | undefined {
  if (refused?.kind !== 'prices') return undefined;
  const { iGiftCardId, nQuantity, eCurrency } = line;
  const known = refused.before.aCartData.find((one) => one.iGiftCardId === iGiftCardId);
  if (!known) return undefined;
  const was = amountsOf(known, nQuantity).linePriceMinor;
  if (was === amountsOf(line, nQuantity).linePriceMinor) return undefined;
  const each = eachOf(known, nQuantity);
  return each === undefined
    ? formatMoney(was, eCurrency)
    : text('cart.each', { price: formatMoney(each, eCurrency) });
}

/** The total the member saw, when the refused order had these lines at other prices. */
export function totalBefore(
  lines: readonly DraftLine[],
  refused: Refused | undefined,
): number | undefined {
  if (refused?.kind !== 'prices') return undefined;
  const { aCartData, nTotalAmount } = refused.before;
  const now = repricedLines(aCartData, refused.data) ?? [];
  const same = totalsOf(now).payableMinor === totalsOf(lines).payableMinor;
  return same ? nTotalAmount : undefined;
}
