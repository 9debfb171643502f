import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import type { OrderDraft } from './order-draft.ts';

interface PriceChangedProps {
  before: OrderDraft;
  now: OrderDraft;
  onAccept: () => void;
}

/** The server's prices differ from what was shown: nothing is charged until the member agrees. */
export function PriceChanged({ before, now, onAccept }: PriceChangedProps) {
  const money = ({ nTotalAmount, eCurrency }: OrderDraft) =>
    formatMoney(fromWire(nTotalAmount), eCurrency);
  return (
    <Notice tone="attention" title={text('checkout.changed.title')}>
      <p className="mt-1">
        {text('checkout.changed.text', { total: money(now), before: money(before) })}
      </p>
      <Button className="mt-3" onClick={onAccept}>
        {text('checkout.changed.accept')}
      </Button>
    </Notice>
  );
}
