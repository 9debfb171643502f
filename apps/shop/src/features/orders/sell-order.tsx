import { fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { Money } from '../../rooms/money/money.tsx';
import { SumRow } from '../../rooms/money/totals-list.tsx';
import { isSettled } from '../../rooms/orders/order-status.tsx';
import { Answer } from './answer.tsx';
import { PayoutWay, SoldWords } from './payout.tsx';
import { SoldPictures } from './sold-pictures.tsx';
import { feesOf, outcomeOf, payoutPlace, payoutReached, payoutWhen } from './standing.ts';

type Line = Order['aCartData'][number];

/** A card that is sold: what it is, for how much, and its pictures. */
function SoldLine({ line, onGone }: { line: Line; onGone: () => void }) {
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-4 border-t border-line py-5 first:border-t-0">
      <CardArt banner={line.sBanner} title={line.sTitle} />
      <div className="min-w-0">
        <h2 className="text-17">{line.sTitle}</h2>
        <p className="text-13 text-soft tabular-nums">
          {text('sell.line', { quantity: line.nQuantity })}{' '}
          <Money minor={fromWire(line.nPrice)} currency={line.eCurrency} />
        </p>
      </div>
      {line.aImages && (
        <div className="col-span-2">
          <SoldPictures images={line.aImages} onGone={onGone} />
        </div>
      )}
    </li>
  );
}

/** From the price to what the member is paid, as it was added up when the card was offered (SELL-11). */
function Sums({ order }: { order: Order }) {
  const { nTotalAmount, eCurrency } = order;
  const received = fromWire(nTotalAmount);
  const fees = feesOf(order);
  const rows = [
    [text('sell.summary.cards'), received - fees],
    [text('sell.summary.fee'), fees],
    [text(isSettled(order) ? 'sell.summary.paid' : 'sell.summary'), received],
  ] as const;
  return (
    <dl className="border-t border-line py-4 md:self-center md:border-t-0">
      {rows.map(([label, minor], index) => (
        <SumRow key={label} label={label} strong={index === rows.length - 1}>
          <Money minor={minor} currency={eCurrency} />
        </SumRow>
      ))}
    </dl>
  );
}

const panel = 'rounded-panel border border-line bg-surface px-4 md:px-6';

interface SellOrderProps {
  order: Order;
  /** A picture can not be seen any more. */
  onGone: () => void;
}

/**
 * What comes, when, and how far it is, with small words of order and transfer. That the order is paid is said of the
 * house alone: the network says it of the coins.
 */
function Standing({ order }: { order: Order }) {
  const { oPayout: payout } = order;
  const outcome = outcomeOf(order);
  const inReview = order.eStatus === 'Pending';
  const when = payout
    ? payoutWhen(payout)
    : inReview && text('review.time', { date: formatDate(order.dCreatedAt) });
  const goes = payout && payoutReached(payout) > 0;
  return (
    <section className={`${panel} py-5`}>
      {outcome && (
        <p className="font-display text-21 font-semibold tracking-tight text-balance">{outcome}</p>
      )}
      {when && <p className="mt-1 text-soft">{when}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-13">
        <SoldWords order={order} />
      </div>
      {payout && <PayoutWay order={order} payout={payout} />}
      {/* Of coins that came the last step has it. */}
      {isSettled(order) && !goes && (
        <ButtonLink to={payoutPlace(order)} size="small" className="mt-4">
          {text('nav.openWallet')}
        </ButtonLink>
      )}
      <Answer order={order} />
    </section>
  );
}

/** A sold card on its page: what became of it and why, its pictures, what is paid for it (ORD-11, ORD-12). */
export function SoldOrder({ order, onGone }: SellOrderProps) {
  return (
    <article className="space-y-4">
      <Standing order={order} />
      {/* The card at the left, what is paid for it at the right. */}
      <div
        className={cx(panel, 'md:grid md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] md:gap-x-10')}
      >
        <ul>
          {order.aCartData.map((line) => (
            <SoldLine key={line._id} line={line} onGone={onGone} />
          ))}
        </ul>
        <Sums order={order} />
      </div>
    </article>
  );
}
