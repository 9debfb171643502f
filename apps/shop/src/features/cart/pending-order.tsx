import { useAction } from '@giftlane/client/use-action.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type Checkout, checkoutStore } from '../../rooms/checkout/checkout-store.ts';
import { giveUp } from '../../rooms/checkout/give-up.ts';
import { minutesLeftText, useMinutesLeft } from '../../rooms/checkout/time-left.tsx';
import { checkoutPath, ordersQuery, payableUntil } from '../../rooms/orders/orders.ts';

type Placed = Pick<Order, 'nTotalAmount' | 'eCurrency'> & {
  readonly aCartData: readonly Pick<Order['aCartData'][number], 'nQuantity'>[];
};

const amountOf = ({ nTotalAmount, eCurrency }: Placed) =>
  formatMoney(fromWire(nTotalAmount), eCurrency);

function heldWords(order: Placed, minutes: number): string {
  const count = order.aCartData.reduce((sum, line) => sum + line.nQuantity, 0);
  const amount = amountOf(order);
  const time = minutesLeftText(minutes);
  return count === 1
    ? text('pending.textOne', { amount, time })
    : text('pending.text', { amount, count, time });
}

function Waiting({ order, until }: { order: Order; until: string }) {
  const minutes = useMinutesLeft(until);
  if (minutes === 0) return null;
  return (
    <div className="mb-8">
      <Notice standing tone="waiting" title={text('pending.title')}>
        <p className="mt-1">{heldWords(order, minutes)}</p>
        <ButtonLink to={checkoutPath(order.sOrderId)} className="mt-3">
          {text('pending.continue')}
        </ButtonLink>
      </Notice>
    </div>
  );
}

/** The newest order, where it waits to be paid though this browser did not begin it. */
function BegunElsewhere() {
  const { data } = useQuery({ ...ordersQuery('Buy', 1, 1), meta: { quiet: true } });
  const [last] = data?.orders ?? [];
  const until = last && payableUntil(last);
  return until ? <Waiting order={last} until={until} /> : null;
}

function Words({ checkout: { draft, dLapsesAt } }: { checkout: Checkout }) {
  const minutes = useMinutesLeft(dLapsesAt);
  return minutes === 0
    ? text('pending.lapsed', { amount: amountOf(draft) })
    : heldWords(draft, minutes);
}

/** An order that was begun and not paid: its codes and wallet money are held, so it is shown. */
export function PendingOrder() {
  const checkout = useSyncExternalStore(checkoutStore.subscribe, checkoutStore.read);
  const drop = useAction(async () => checkout && giveUp(checkout));
  if (!checkout || checkout.phase === 'drawn') return <BegunElsewhere />;
  return (
    <div className="mb-8">
      <Notice standing tone="waiting" title={text('pending.title')}>
        <p className="mt-1">
          <Words checkout={checkout} />
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <ButtonLink to="/account/checkout">{text('pending.continue')}</ButtonLink>
          <Button look="quiet" {...drop}>
            {text('pending.giveUp')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
