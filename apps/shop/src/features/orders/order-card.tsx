import { text } from '@giftlane/contract/messages.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { Printer } from 'lucide-react';
import { useRef } from 'react';
import { DownloadCodes } from '../../parts/download-codes.tsx';
import { Receipt, receiptTitle } from '../../parts/receipt.tsx';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { BuyAgainButton, LeftOut, useBuyAgain } from './buy-again.tsx';
import { CancelOrder, isCancellable } from './cancel-order.tsx';
import { OrderHead } from './order-head.tsx';
import { OrderLine } from './order-line.tsx';
import { printOrder } from './print-order.ts';
import { Unpaid } from './unpaid.tsx';

/** One order with its lines. */
export function OrderCard({ order }: { order: Order }) {
  const card = useRef<HTMLElement>(null);
  const again = useBuyAgain(order);
  const codes = order.aCartData.reduce((sum, line) => sum + line.nCodes, 0);
  return (
    <article ref={card} className="rounded-panel border border-line bg-surface px-4 md:px-6">
      <OrderHead order={order} />
      <Unpaid order={order} />
      {order.sNotice && (
        <p className="mb-4 rounded-small bg-amber-tint px-3 py-2 text-15">{order.sNotice}</p>
      )}
      <ul>
        {order.aCartData.map((line) => (
          <OrderLine key={line._id} order={order} line={line} />
        ))}
      </ul>
      <Disclosure summary={receiptTitle(order)} data-receipt>
        <Receipt order={order} />
      </Disclosure>
      <div className="border-t border-line py-4" data-screen-only>
        <LeftOut {...again} />
        {/* On a phone two beside each other, each row to both edges. */}
        <div className="flex flex-wrap gap-2 max-sm:*:grow max-sm:*:basis-32">
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
