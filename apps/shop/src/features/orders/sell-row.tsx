import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { CardArt } from '../../parts/card-art.tsx';
import { coinWalletPath } from '../../parts/coins.ts';
import { Money } from '../../parts/money.tsx';
import { OrderWord } from '../../parts/order-status.tsx';
import { orderPath } from '../../parts/orders.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Answer } from './answer.tsx';
import { OrderHead } from './order-head.tsx';
import { PayoutWord } from './payout.tsx';
import { feesOf, isOver, outcomeOf } from './standing.ts';

type Line = Order['aCartData'][number];

function RowLine({ order, line }: { order: Order; line: Line }) {
  return (
    <li className="flex items-start gap-3 pb-2 sm:items-center sm:gap-4 sm:pt-2">
      <CardArt banner={line.sBanner} title={line.sTitle} className="w-14 shrink-0 sm:w-16" />
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        <h3 className="line-clamp-2 font-text text-15 font-semibold max-sm:col-span-2">
          {line.sTitle}
        </h3>
        {/* Nothing is taken off what is not paid. */}
        {!isOver(order) && (
          <p className="text-13 text-soft tabular-nums max-sm:order-last max-sm:col-span-2">
            {text('sell.row.fee', { fee: formatMoney(-feesOf(order), order.eCurrency) })}
          </p>
        )}
        <p className="tabular-nums max-sm:text-13 max-sm:text-soft sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:self-center sm:text-right">
          {text('sell.line', { quantity: line.nQuantity })}{' '}
          <Money minor={fromWire(line.nPrice)} currency={line.eCurrency} />
        </p>
      </div>
    </li>
  );
}

/** Where money that came is looked at. */
const placeOf = ({ oPayout }: Order): string =>
  oPayout && !oPayout.oInstead ? coinWalletPath(oPayout.coin) : '/account/wallet';

/** What is to be done now: money that came is looked at where it went, all else on the card's page. */
function Action({ order }: { order: Order }) {
  return order.eStatus === 'Paid' ? (
    <ButtonLink to={placeOf(order)} size="small">
      {text('nav.openWallet')}
    </ButtonLink>
  ) : (
    <ButtonLink to={orderPath(order.sOrderId)} size="small">
      {text('orders.details')}
    </ButtonLink>
  );
}

/** One sold card of the list: what it brings, what was decided and why, and what can be done about it now. */
export function SellRow({ order }: { order: Order }) {
  return (
    <article className="rounded-panel border border-line bg-surface px-4 md:px-6">
      <OrderHead order={order} />
      <Answer order={order} brief />
      <ul className="border-line sm:border-t sm:py-2">
        {order.aCartData.map((line) => (
          <RowLine key={line._id} order={order} line={line} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1 pb-3 sm:pb-4">
        {/* What comes is said first, and the words of order and transfer after it. */}
        <p className="min-w-0 text-15 font-medium tabular-nums empty:hidden max-sm:basis-full sm:flex-1">
          {outcomeOf(order)}
        </p>
        <OrderWord order={order} />
        {order.oPayout && <PayoutWord state={order.oPayout.eState} />}
        <div className="ml-auto">
          <Action order={order} />
        </div>
      </div>
    </article>
  );
}
