import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';

interface PriceChangedProps {
  /** The totals, as they are on the wire. */
  before: number;
  now: number;
  currency: Currency;
  /** What is paid then, and the press; absent where what is pressed to go on stands beside the sum. */
  accept?: { pay: bigint; press: () => void };
}

/** The server's prices differ from what was shown: nothing is charged until the member agrees. */
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
