import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import { useState, useSyncExternalStore } from 'react';
import { formatTime } from '../../lib/dates.ts';
import { type Checkout, checkoutStore, isOver } from '../../parts/checkout-store.ts';
import { giveUp } from '../../parts/give-up.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

function wordsOf(checkout: Checkout): string {
  const { draft, dLapsesAt } = checkout;
  const count = draft.aCartData.reduce((sum, line) => sum + line.nQuantity, 0);
  const amount = formatMoney(fromWire(draft.nTotalAmount), draft.eCurrency);
  if (isOver(checkout)) return text('pending.lapsed', { amount });
  const time = formatTime(dLapsesAt);
  return count === 1
    ? text('pending.textOne', { amount, time })
    : text('pending.text', { amount, count, time });
}

/** An order that was begun and not paid: its codes and wallet money are held, so it is shown. */
export function PendingOrder() {
  const checkout = useSyncExternalStore(checkoutStore.subscribe, checkoutStore.read);
  const [busy, setBusy] = useState(false);
  if (!checkout || checkout.phase === 'drawn') return null;
  const drop = async () => {
    setBusy(true);
    await giveUp(checkout);
    setBusy(false);
  };
  return (
    <div className="mb-8">
      <Notice tone="waiting" title={text('pending.title')}>
        <p className="mt-1">{wordsOf(checkout)}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <ButtonLink to="/account/checkout">{text('pending.continue')}</ButtonLink>
          <Button look="quiet" busy={busy} onClick={() => void drop()}>
            {text('pending.giveUp')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
