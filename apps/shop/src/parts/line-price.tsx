import { text } from '@giftlane/contract/messages.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { Money } from './money.tsx';
import { amountsOf, type WirePrice } from './prices.ts';

interface LinePriceProps {
  line: WirePrice & { nQuantity: number; eCurrency: Currency };
  className?: string;
}

/**
 * Quantity x price minus its discount (CART-14), beside what it was before: those add up to the subtotal, these
 * to what is left of it.
 */
export function LinePrice({ line, className }: LinePriceProps) {
  const { linePriceMinor, subtotalMinor } = amountsOf(line, line.nQuantity);
  return (
    <>
      {subtotalMinor > linePriceMinor && (
        <s className="mr-2 text-13 font-normal text-soft">
          <span className="sr-only">{text('card.was')}</span>
          <Money minor={subtotalMinor} currency={line.eCurrency} />
        </s>
      )}
      <Money minor={linePriceMinor} currency={line.eCurrency} {...(className && { className })} />
    </>
  );
}
