import { isRefusal } from '@giftlane/client/api-error.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { cancelCheckout } from '../../rooms/checkout/cancel-checkout.ts';
import { countCards } from '../../rooms/checkout/cart.ts';
import {
  type Checkout,
  checkoutStore,
  isUnclear,
  newCheckout,
} from '../../rooms/checkout/checkout-store.ts';
import { minutesLeftText, useMinutesLeft } from '../../rooms/checkout/time-left.tsx';
import {
  checkoutPath,
  isAccepted,
  orderQuery,
  ordersQuery,
  payableUntil,
  refreshAfterOrder,
  successPath,
} from '../../rooms/orders/orders.ts';
import { useGoOn } from '../../session/use-go-on.ts';

type Placed = Pick<Order, 'nTotalAmount' | 'eCurrency'> & {
  readonly aCartData: readonly Pick<Order['aCartData'][number], 'nQuantity'>[];
};

const amountOf = ({ nTotalAmount, eCurrency }: Placed) =>
  formatMoney(fromWire(nTotalAmount), eCurrency);

const reservedText = (order: Placed, minutes: number): string =>
  text('pending.text', {
    amount: amountOf(order),
    count: countCards(order.aCartData),
    time: minutesLeftText(minutes),
  });

/** The newest order, when it is unpaid and was placed in another browser. */
function PlacedElsewhere() {
  const { data } = useQuery({ ...ordersQuery('Buy', 1, 1), meta: { quiet: true } });
  const [last] = data?.orders ?? [];
  const minutes = useMinutesLeft(last && payableUntil(last));
  if (!last || minutes === 0) return null;
  return (
    <div className="mb-8">
      <Notice standing tone="waiting" title={text('pending.title')}>
        <p className="mt-1">{reservedText(last, minutes)}</p>
        <ButtonLink to={checkoutPath(last.sOrderId)} className="mt-3">
          {text('pending.continue')}
        </ButtonLink>
      </Notice>
    </div>
  );
}

function StoredOrderText({ checkout: { draft, dLapsesAt } }: { checkout: Checkout }) {
  const minutes = useMinutesLeft(dLapsesAt);
  return minutes === 0
    ? text('pending.lapsed', { amount: amountOf(draft) })
    : reservedText(draft, minutes);
}

const pollMs = 3_000;

/** Asks for an order from the wallet whose answer was lost, until the server says whether there is one. */
function UnclearOrder({ checkout: { draft } }: { checkout: Checkout }) {
  const { sOrderId } = draft;
  const goOn = useGoOn();
  const { data, error } = useQuery({
    ...orderQuery(sOrderId),
    staleTime: 0,
    retry: false,
    refetchInterval: pollMs,
    meta: { quiet: true },
  });
  const isNowhere = isRefusal(error, 'order.not_found');
  const settle = useEffectEvent(async (order: Order | undefined) => {
    if (order && isAccepted(order)) {
      await goOn(successPath(sOrderId), { state: { notice: text('notice.orderPlaced') } });
      checkoutStore.forget(sOrderId);
      await refreshAfterOrder();
    } else {
      checkoutStore.replace(sOrderId, newCheckout(draft));
      toast.failure(text('pending.notPlaced'));
    }
  });
  useEffect(() => {
    if (data || isNowhere) void settle(data);
  }, [data, isNowhere]);
  return (
    <div className="mb-8">
      <Notice focused tone="waiting" title={text('pending.unclear')}>
        <p className="mt-1">{text('pending.unclear.hint', { amount: amountOf(draft) })}</p>
      </Notice>
    </div>
  );
}

/** Notice of a placed and unpaid order, which holds codes and wallet money. */
export function PendingOrder() {
  const checkout = useSyncExternalStore(checkoutStore.subscribe, checkoutStore.read);
  const drop = useAction(async () => checkout && cancelCheckout(checkout));
  if (!checkout || checkout.phase === 'drawn') return <PlacedElsewhere />;
  if (isUnclear(checkout)) return <UnclearOrder checkout={checkout} />;
  return (
    <div className="mb-8">
      <Notice standing tone="waiting" title={text('pending.title')}>
        <p className="mt-1">
          <StoredOrderText checkout={checkout} />
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
