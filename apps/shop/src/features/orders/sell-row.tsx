import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { coinWalletPath } from '../../parts/coins.ts';
import { Money } from '../../parts/money.tsx';
import { OrderWord } from '../../parts/order-status.tsx';
import { orderPath } from '../../parts/orders.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Answer } from './answer.tsx';
import { LinePicture, OrderFrame } from './order-frame.tsx';
import { PayoutWord } from './payout.tsx';
import { feesOf, isOver, outcomeOf } from './standing.ts';

type Line = Order['aCartData'][number];

function RowLine({ order, line }: { order: Order; line: Line }) {
  return (
    <li className="flex items-start gap-3 py-1 md:py-0.5">
      <LinePicture line={line} />
      <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 md:min-h-8 md:items-center">
        <h3 className="line-clamp-2 font-text text-15 font-semibold max-md:w-full">
          {line.sTitle}
        </h3>
        {/* Nothing is taken off what is not paid. */}
        {!isOver(order) && (
          <p className="text-13 text-soft tabular-nums max-md:order-last max-md:w-full">
            {text('sell.row.fee', { fee: formatMoney(-feesOf(order), order.eCurrency) })}
          </p>
        )}
        <p className="tabular-nums max-md:text-13 max-md:text-soft md:ml-auto">
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
    <OrderFrame
      order={order}
      standing={
        <>
          <OrderWord order={order} />
          {order.oPayout && <PayoutWord state={order.oPayout.eState} />}
        </>
      }
      action={<Action order={order} />}
    >
      <Answer order={order} brief />
      <ul>
        {order.aCartData.map((line) => (
          <RowLine key={line._id} order={order} line={line} />
        ))}
      </ul>
      {/* What comes is said with the card, in full; the words of order and transfer are beside it. */}
      <p className="mt-1 text-15 font-medium tabular-nums empty:hidden">{outcomeOf(order)}</p>
    </OrderFrame>
  );
}
