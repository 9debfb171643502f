import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { CardArt } from '../../parts/card-art.tsx';
import { coinWalletPath } from '../../parts/coins.ts';
import { Money } from '../../parts/money.tsx';
import { orderPath } from '../../parts/orders.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Answer } from './answer.tsx';
import { OrderHead } from './order-head.tsx';
import { PayoutState } from './payout.tsx';
import { feesOf, outcomeOf } from './standing.ts';

type Line = Order['aCartData'][number];

function RowLine({ order, line }: { order: Order; line: Line }) {
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <CardArt banner={line.sBanner} title={line.sTitle} />
      <div className="min-w-0">
        <h3 className="line-clamp-2 font-text text-15 font-semibold tracking-normal">
          {line.sTitle}
        </h3>
        <p className="text-13 text-soft tabular-nums">
          {text('sell.row.fee', { fee: formatMoney(-feesOf(order), order.eCurrency) })}
        </p>
      </div>
      <p className="tabular-nums max-sm:col-start-2 sm:text-right">
        {text('sell.line', { quantity: line.nQuantity })}{' '}
        <Money minor={fromWire(line.nPrice)} currency={line.eCurrency} />
      </p>
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
      <ul className="border-t border-line py-2">
        {order.aCartData.map((line) => (
          <RowLine key={line._id} order={order} line={line} />
        ))}
      </ul>
      <div className="flex items-center justify-end gap-x-4 gap-y-3 pb-4 max-sm:flex-wrap">
        <p
          className={cx(
            'min-w-0 grow text-13 text-soft tabular-nums',
            order.oPayout && 'max-sm:basis-full',
          )}
        >
          {outcomeOf(order)}
        </p>
        {order.oPayout && <PayoutState payout={order.oPayout} />}
        <Action order={order} />
      </div>
    </article>
  );
}
