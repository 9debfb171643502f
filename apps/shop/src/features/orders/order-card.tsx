import type { Order } from '@giftlane/contract/checkout.ts';
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import { Printer } from 'lucide-react';
import { useRef } from 'react';
import { formatDate, formatTime } from '../../lib/dates.ts';
import { DownloadCodes } from '../../parts/download-codes.tsx';
import { Money } from '../../parts/money.tsx';
import { OrderWord } from '../../parts/order-status.tsx';
import { Receipt } from '../../parts/receipt.tsx';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { BuyAgainButton, LeftOut, useBuyAgain } from './buy-again.tsx';
import { CancelOrder, isCancellable } from './cancel-order.tsx';
import { OrderLine } from './order-line.tsx';
import { printOrder } from './print-order.ts';

/** One order with its lines. */
export function OrderCard({ order }: { order: Order }) {
  const card = useRef<HTMLElement>(null);
  const again = useBuyAgain(order);
  const codes = order.aCartData.reduce((sum, line) => sum + line.nCodes, 0);
  return (
    <article ref={card} className="rounded-panel border border-line bg-surface px-4 md:px-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
        <div className="min-w-0">
          <h2 className="font-text text-15 font-semibold tracking-normal">
            {text('orders.placedOn', {
              date: formatDate(order.dCreatedAt),
              time: formatTime(order.dCreatedAt),
            })}
          </h2>
          <p className="font-code text-13 break-all text-soft">
            {text('orders.number', { number: order.sOrderId })}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 max-sm:w-full max-sm:justify-between">
          <OrderWord state={order.eStatus} />
          <Money
            minor={fromWire(order.nTotalAmount)}
            currency={order.eCurrency}
            className="font-display text-21 font-semibold"
          />
        </div>
      </header>
      {order.sNotice && (
        <p className="mb-4 rounded-small bg-amber-tint px-3 py-2 text-15">{order.sNotice}</p>
      )}
      <ul>
        {order.aCartData.map((line) => (
          <OrderLine key={line._id} order={order} line={line} />
        ))}
      </ul>
      <Disclosure summary={text('orders.receipt')} data-receipt>
        <Receipt order={order} />
      </Disclosure>
      <div className="border-t border-line py-4" data-screen-only>
        <LeftOut {...again} />
        <div className="flex flex-wrap gap-2">
          <BuyAgainButton {...again} />
          {codes > 0 && <DownloadCodes order={order} />}
          <Button size="small" onClick={() => printOrder(card.current)}>
            <Printer aria-hidden="true" className="size-4" />
            {text('success.print')}
          </Button>
          {isCancellable(order) && <CancelOrder order={order} />}
        </div>
      </div>
    </article>
  );
}
