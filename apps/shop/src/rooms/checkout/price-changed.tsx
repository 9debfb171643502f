import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';

interface PriceChangedProps {
  /** Totals in the API's decimals. */
  before: number;
  now: number;
  currency: Currency;
  /** Amount and action of the accept button; undefined where the page has its own button. */
  accept?: { pay: bigint; press: () => void };
}

/** Notice of changed prices: nothing is charged until the member accepts. */
export function PriceChanged({ before, now, currency, accept }: PriceChangedProps) {
  const money = (total: number) => formatMoney(fromWire(total), currency);
  return (
    <Notice tone="waiting" title={text('checkout.changed.title')}>
      <p className="mt-1">
        {text('checkout.changed.text', { total: money(now), before: money(before) })}
      </p>
      {accept && (
        <Button className="mt-3" onClick={accept.press}>
          {text('checkout.changed.accept', { amount: formatMoney(accept.pay, currency) })}
        </Button>
      )}
    </Notice>
  );
}
