import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { PayPanel } from '../../rooms/checkout/pay-order.tsx';

/** The state of an unpaid order, with a pay link while it can be paid. */
export function UnpaidNotice({ order }: { order: Order }) {
  const { eStatus, bPaying, sNotice } = order;
  if (bPaying)
    return <p className="rounded-small bg-amber-tint px-3 py-2 text-15">{text('orders.paying')}</p>;
  // A notice tells what happened to the money.
  if (eStatus === 'Failed' && !sNotice)
    return <p className="text-15 text-soft">{text('success.failed')}</p>;
  return (
    <PayPanel
      order={order}
      title={text(eStatus === 'Declined' ? 'orders.declined' : 'orders.unpaid')}
    />
  );
}
