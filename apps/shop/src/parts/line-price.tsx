import { text } from '@giftlane/contract/messages.ts';
import { type Currency, formatMoney } from '@giftlane/contract/money.ts';
import { cx } from '../ui/cx.ts';
import { Money } from './money.tsx';
import { amountsOf, type WirePrice } from './prices.ts';

interface LinePriceProps {
  line: WirePrice & { nQuantity: number; eCurrency: Currency };
  className?: string;
}

/**
 * Quantity x price minus its discount (CART-14), what it was before struck through beside it, and what one of
 * several costs, where that times how many is what stands above it to the cent: a discount is rounded once per line.
 * The struck ones add up to the subtotal, the others to what is left of it.
 */
export function LinePrice({ line, className }: LinePriceProps) {
  const { linePriceMinor, subtotalMinor } = amountsOf(line, line.nQuantity);
  const eachMinor = amountsOf(line, 1).linePriceMinor;
  const multiplies = eachMinor * BigInt(line.nQuantity) === linePriceMinor;
  return (
    <div data-line-price className={cx('tabular-nums', className)}>
      <p>
        {subtotalMinor > linePriceMinor && (
          <s className="mr-2 text-13 text-soft">
            <span className="sr-only">{text('card.was')}</span>
            <Money minor={subtotalMinor} currency={line.eCurrency} />
          </s>
        )}
        <Money minor={linePriceMinor} currency={line.eCurrency} className="font-semibold" />
      </p>
      {line.nQuantity > 1 && multiplies && (
        <p className="text-13 text-soft">
          {text('cart.each', { price: formatMoney(eachMinor, line.eCurrency) })}
        </p>
      )}
    </div>
  );
}
