import { type Currency, formatMoney } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { Money } from '../money/money.tsx';
import { amountsOf, eachOf, type WirePrice } from '../money/prices.ts';

interface LinePriceProps {
  line: WirePrice & { nQuantity: number; eCurrency: Currency };
  /** Shows the price of one card, too. */
  each?: boolean;
  /** Shows the price only, as in the list of orders. */
  brief?: boolean;
  className?: string;
}

/** The price of one card, with “about” where it does not multiply exactly to the line's price. */
function Each({ line }: Pick<LinePriceProps, 'line'>) {
  const { nQuantity, eCurrency } = line;
  if (nQuantity === 1) return null;
  const price = formatMoney(amountsOf(line, 1).linePriceMinor, eCurrency);
  const exact = eachOf(line, nQuantity) !== undefined;
  return (
    <p className="text-13 text-soft">{text(exact ? 'cart.each' : 'cart.aboutEach', { price })}</p>
  );
}

/**
 * Quantity × price minus discount (CART-14), with the undiscounted price struck through. The struck prices of all
 * lines add up to the subtotal.
 */
export function LinePrice({ line, each = true, brief = false, className }: LinePriceProps) {
  const { linePriceMinor, subtotalMinor } = amountsOf(line, line.nQuantity);
  return (
    <div data-line-price className={cx('tabular-nums', className)}>
      <p className="flex flex-wrap items-baseline justify-end gap-x-2">
        {!brief && subtotalMinor > linePriceMinor && (
          <s className="text-13 text-soft">
            {textParts(
              'card.was',
              { amount: <Money minor={subtotalMinor} currency={line.eCurrency} /> },
              'sr-only',
            )}{' '}
          </s>
        )}
        <Money minor={linePriceMinor} currency={line.eCurrency} className="font-semibold" />
      </p>
      {each && !brief && <Each line={line} />}
    </div>
  );
}
