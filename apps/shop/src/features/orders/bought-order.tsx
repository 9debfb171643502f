import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Printer } from 'lucide-react';
import { DownloadCodes } from '../../rooms/codes/download-codes.tsx';
import { RevealAll, useRevealedCodes } from '../../rooms/codes/order-codes.tsx';
import { BuyAgainButton, LeftOut, useBuyAgain } from '../../rooms/orders/buy-again.tsx';
import { orderPanelClass } from '../../rooms/orders/order-line-skeleton.tsx';
import { OrderTimeline } from '../../rooms/orders/order-timeline.tsx';
import { brandsOf } from '../../rooms/orders/order-title.ts';
import { payableUntil } from '../../rooms/orders/orders.ts';
import { isUnpaid, Receipt, receiptTitle } from '../../rooms/orders/receipt.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { DeliveryMail } from './delivery-mail.tsx';
import { OrderLine } from './order-line.tsx';
import { codeCount, hasFailed, haveSameProgress } from './order-state.ts';
import { UnpaidNotice } from './unpaid-notice.tsx';

/** A bought order: notice, lines with codes, receipt and actions. */
export function BoughtOrder({ order }: { order: Order }) {
  const again = useBuyAgain(order);
  const opened = useRevealedCodes(order);
  const [first] = order.aCartData;
  return (
    <article className="space-y-4">
      <UnpaidNotice order={order} />
      {order.sNotice && (
        <p className="rounded-small bg-amber-tint px-3 py-2 text-15">{order.sNotice}</p>
      )}
      {order.eStatus === 'Processing' && (
        <p className="text-15 text-soft">{text('orders.waits')}</p>
      )}
      <div className={orderPanelClass}>
        {first && haveSameProgress(order) && (
          <div className="border-b border-line py-4 sm:py-5">
            <OrderTimeline
              reached={first.eStatus}
              failed={hasFailed(order)}
              title={brandsOf(order)}
            />
          </div>
        )}
        <RevealAll order={order} opened={opened} />
        <ul>
          {order.aCartData.map((line, index) => (
            <OrderLine
              key={line._id}
              order={order}
              line={line}
              opened={opened}
              lead={index === 0}
            />
          ))}
        </ul>
        {codeCount(order) > 0 && (
          <div className="grid border-t border-line py-4 sm:flex sm:justify-end" data-screen-only>
            <DownloadCodes order={order} />
          </div>
        )}
      </div>
      <section className={`${orderPanelClass} py-4`}>
        <h2 className="mb-2 text-17 wrap-anywhere">{receiptTitle(order)}</h2>
        <Receipt order={order}>
          <DeliveryMail order={order} />
        </Receipt>
      </section>
      <div data-screen-only>
        <LeftOut {...again} />
        <div className="grid gap-2 sm:flex sm:flex-wrap sm:items-center">
          {payableUntil(order) === undefined && <BuyAgainButton {...again} />}
          {!isUnpaid(order) && (
            <Button size="small" onClick={() => print()}>
              <Printer aria-hidden="true" className="size-4" />
              {text('success.print')}
            </Button>
          )}
          <CancelOrder order={order} />
        </div>
      </div>
    </article>
  );
}
