import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Printer } from 'lucide-react';
import { DownloadCodes } from '../../rooms/codes/download-codes.tsx';
import { RevealAll, useOpenCodes } from '../../rooms/codes/order-codes.tsx';
import { BuyAgainButton, LeftOut, useBuyAgain } from '../../rooms/orders/buy-again.tsx';
import { OrderTimeline } from '../../rooms/orders/order-timeline.tsx';
import { brandsOf } from '../../rooms/orders/order-title.ts';
import { payableUntil } from '../../rooms/orders/orders.ts';
import { isUnpaid, Receipt, receiptTitle } from '../../rooms/orders/receipt.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { Mailed } from './mailed.tsx';
import { OrderLine } from './order-line.tsx';
import { areTogether, codesOf, isOver } from './standing.ts';
import { Unpaid } from './unpaid.tsx';

const panel = 'rounded-panel border border-line bg-surface px-4 md:px-6';

/** An order whole: what is to be done about it, its lines with their codes, its receipt. */
export function BoughtOrder({ order }: { order: Order }) {
  const again = useBuyAgain(order);
  const opened = useOpenCodes(order);
  const [first] = order.aCartData;
  return (
    <article className="space-y-4">
      <Unpaid order={order} />
      {order.sNotice && (
        <p className="rounded-small bg-amber-tint px-3 py-2 text-15">{order.sNotice}</p>
      )}
      {order.eStatus === 'Processing' && (
        <p className="text-15 text-soft">{text('orders.waits')}</p>
      )}
      <div className={panel}>
        {first && areTogether(order) && (
          <div className="border-b border-line py-4 sm:py-5">
            <OrderTimeline reached={first.eStatus} over={isOver(order)} title={brandsOf(order)} />
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
        {codesOf(order) > 0 && (
          <div className="grid border-t border-line py-4 sm:flex sm:justify-end" data-screen-only>
            <DownloadCodes order={order} />
          </div>
        )}
      </div>
      <section className={`${panel} py-4`}>
        <h2 className="mb-2 text-17">{receiptTitle(order)}</h2>
        <Receipt order={order}>
          <Mailed order={order} />
        </Receipt>
      </section>
      <div data-screen-only>
        <LeftOut {...again} />
        {/* On a phone below each other, all of one width. */}
        <div className="grid gap-2 sm:flex sm:flex-wrap sm:items-center">
          {payableUntil(order) === undefined && <BuyAgainButton {...again} />}
          {/* Of what is not paid there is no receipt. */}
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
