import { isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { CircleCheck, CircleSlash, Clock, Printer, Undo2 } from 'lucide-react';
import { useLocation } from 'react-router';
import { isCoinGateway } from '../../rooms/checkout/coin-payment.ts';
import { PayPanel } from '../../rooms/checkout/pay-order.tsx';
import { DownloadCodes } from '../../rooms/codes/download-codes.tsx';
import {
  OrderCodes,
  RevealAll,
  showsCards,
  useRevealedCodes,
} from '../../rooms/codes/order-codes.tsx';
import { LineHead } from '../../rooms/orders/line-head.tsx';
import { orderPanelClass } from '../../rooms/orders/order-line-skeleton.tsx';
import { payableUntil } from '../../rooms/orders/orders.ts';
import { isUnpaid, Receipt, receiptTitle } from '../../rooms/orders/receipt.tsx';
import { refundShares, refundSharesText } from '../../rooms/orders/refund-shares.ts';
import { Refunded } from '../../rooms/orders/refunded.tsx';
import { successColumns, successWidth } from './success-skeleton.tsx';

/** True for an order that failed or was refunded. */
const isUnsuccessful = ({ eStatus }: Order) =>
  eStatus === 'Failed' || eStatus === 'Declined' || eStatus === 'Refunded';

/** The heading: thanks for a paid order (OPEN-42). */
export function successTitle(order: Order): string {
  if (order.eStatus === 'Refunded') return text('success.refundedTitle');
  if (order.eStatus === 'Pending')
    return text(order.bPaying ? 'success.pendingTitle' : 'success.unpaidTitle');
  if (payableUntil(order)) return text('orders.declined');
  return text(isUnsuccessful(order) ? 'success.failedTitle' : 'success.title');
}

/** The refund, and its shares of card and wallet. */
function refundText(order: Order): string {
  if (isCoinGateway(order.eGateway)) return text('success.refundedCoin');
  const shares = refundShares(order);
  const back = text('success.refunded', { back: refundSharesText(shares, order) });
  return shares.cardMinor > 0n ? `${back} ${text('success.refundedBank')}` : back;
}

function statusText(order: Order): string {
  const { eStatus, eGateway, sNotice, bPaying } = order;
  const byCoin = isCoinGateway(eGateway);
  if (eStatus === 'Pending' && !bPaying) return text('success.unpaid');
  if (eStatus === 'Delivered') return text('success.delivered');
  if (eStatus === 'Paid' || eStatus === 'Processing') return text('success.waiting');
  if (eStatus === 'Pending') return text(byCoin ? 'success.pendingCoin' : 'success.pending');
  if (eStatus === 'Refunded') return refundText(order);
  // `sNotice` mentions a refunded charge.
  return sNotice || text(payableUntil(order) ? 'success.declined' : 'success.over');
}

function iconOf(order: Order) {
  if (order.eStatus === 'Delivered') return CircleCheck;
  if (order.eStatus === 'Refunded') return Undo2;
  return isUnsuccessful(order) ? CircleSlash : Clock;
}

function Lines({ order }: { order: Order }) {
  const opened = useRevealedCodes(order);
  return (
    <div className={orderPanelClass}>
      <RevealAll order={order} opened={opened} />
      <ul>
        {order.aCartData.map((line, index) => (
          <li key={line._id} className="border-t border-line py-4 first:border-t-0">
            <div className={cx(line.nCodes > 0 && 'mb-3')}>
              <LineHead line={line} drawnBelow={showsCards(line)} hasLogo={false}>
                <Refunded line={line} />
              </LineHead>
            </div>
            <OrderCodes orderId={order._id} line={line} opened={opened} lead={index === 0} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const hasNotice = objectOf<{ notice: string }>({ notice: isText });

/** The page after a payment: state, codes and receipt of the order (OPEN-42). */
export function SuccessPage({ order }: { order: Order }) {
  const { state } = useLocation();
  const delivered = order.eStatus === 'Delivered';
  const unsuccessful = isUnsuccessful(order);
  const Icon = iconOf(order);
  return (
    <div className={successWidth}>
      <div className="flex items-center gap-3">
        <Icon
          aria-hidden="true"
          className={cx(
            'size-9 shrink-0 md:size-12',
            unsuccessful
              ? order.eStatus === 'Refunded'
                ? 'text-soft'
                : 'text-fail'
              : delivered
                ? 'text-leaf'
                : 'text-amber',
          )}
          strokeWidth={1.5}
        />
        <h1 className="text-28 tracking-tighter md:text-40">{successTitle(order)}</h1>
      </div>
      <p className="mt-2 text-soft md:text-17" aria-live="polite">
        {/* The message of the payment call (ERR-19, ERR-20). */}
        {hasNotice(state) && !unsuccessful && `${state.notice} `}
        {statusText(order)}
      </p>
      <p className="mt-1 mb-6 font-code text-13 break-all text-soft">
        {text('success.order', { number: order.sOrderId })}
      </p>
      <div className={successColumns}>
        <div className="empty:hidden lg:col-start-2">
          <PayPanel order={order} />
        </div>
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Lines order={order} />
        </div>
        <div className="lg:col-start-2">
          <section className={`${orderPanelClass} py-4`}>
            <h2 className="mb-2 text-17 wrap-anywhere">{receiptTitle(order)}</h2>
            <Receipt order={order} />
            {!isUnpaid(order) && (
              <div className="mt-4 flex flex-wrap gap-2" data-screen-only>
                <Button size="small" onClick={() => print()}>
                  <Printer aria-hidden="true" className="size-4" />
                  {text('success.print')}
                </Button>
                {delivered && <DownloadCodes order={order} />}
              </div>
            )}
            {delivered && (
              <p className="mt-2 text-13 text-soft" data-screen-only>
                {text('success.print.help')}
              </p>
            )}
          </section>
          <div className="mt-8 flex flex-wrap gap-3 *:grow lg:mt-4" data-screen-only>
            <ButtonLink
              to="/gift-cards"
              look={order.eStatus === 'Refunded' ? 'primary' : 'secondary'}
            >
              {text('success.shop')}
            </ButtonLink>
            <ButtonLink
              to="/account/orders"
              look={
                isUnpaid(order) && unsuccessful && !payableUntil(order) ? 'primary' : 'secondary'
              }
            >
              {text('success.orders')}
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  );
}
