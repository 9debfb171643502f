import { fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { CardArt } from '../../../rooms/catalogue/card-art.tsx';
import { Money } from '../../../rooms/money/money.tsx';
import { SumRow } from '../../../rooms/money/totals-list.tsx';
import { orderPanelClass } from '../../../rooms/orders/order-line-skeleton.tsx';
import { isSalePaid } from '../../../rooms/orders/order-status.tsx';
import { payoutEta, payoutPath, payoutProgress, saleFees, saleOutcome } from '../order-state.ts';
import { OperatorNote } from './operator-note.tsx';
import { PayoutTimeline, SaleStatus } from './payout.tsx';
import { SoldPictures } from './sold-pictures.tsx';

const SaleClaims = lazyPart(() => import('./sale-claims.tsx'));

type Line = Order['aCartData'][number];

function SoldLine({ line, onExpired }: { line: Line; onExpired: () => void }) {
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-4 border-t border-line py-5 first:border-t-0">
      <CardArt banner={line.sBanner} title={line.sTitle} />
      <div className="min-w-0">
        <h2 className="text-17">{line.sTitle}</h2>
        <p className="text-13 text-soft tabular-nums">
          {textParts('sell.line', {
            quantity: line.nQuantity,
            price: <Money minor={fromWire(line.nPrice)} currency={line.eCurrency} />,
          })}
        </p>
      </div>
      {line.aImages && (
        <div className="col-span-2">
          <SoldPictures images={line.aImages} onExpired={onExpired} />
        </div>
      )}
    </li>
  );
}

/** Price, fee and payout of a sale (SELL-11). */
function Sums({ order }: { order: Order }) {
  const { nTotalAmount, eCurrency } = order;
  const received = fromWire(nTotalAmount);
  const fees = saleFees(order);
  const rows = [
    [text('sell.summary.cards'), received - fees],
    [text('sell.summary.fee'), fees],
    [text(isSalePaid(order) ? 'sell.summary.paid' : 'sell.summary'), received],
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

/** Outcome, expected time and state of a sale. */
function Outcome({ order }: { order: Order }) {
  const { oPayout: payout } = order;
  const outcome = saleOutcome(order);
  const inReview = order.eStatus === 'Pending';
  const when = payout
    ? payoutEta(payout)
    : inReview && text('review.time', { date: formatDate(order.dCreatedAt) });
  const hasTimeline = payout && payoutProgress(payout) > 0;
  return (
    <section className={`${orderPanelClass} py-5`}>
      {outcome && (
        <p className="font-display text-21 font-semibold tracking-tight text-balance">{outcome}</p>
      )}
      {when && <p className="mt-1 text-soft">{when}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-13">
        <SaleStatus order={order} />
      </div>
      {payout && <PayoutTimeline order={order} payout={payout} />}
      {/* The timeline has its own link to the wallet. */}
      {isSalePaid(order) && !hasTimeline && (
        <ButtonLink to={payoutPath(order)} size="small" className="mt-4">
          {text('nav.openWallet')}
        </ButtonLink>
      )}
      <OperatorNote order={order} />
    </section>
  );
}

interface SaleDetailsProps {
  order: Order;
  /** Called when the address of a picture has expired. */
  onExpired: () => void;
}

/** A sale: outcome, cards with pictures, and payout (ORD-11, ORD-12). */
export function SaleDetails({ order, onExpired }: SaleDetailsProps) {
  return (
    <article className="space-y-4">
      <Outcome order={order} />
      <div
        className={cx(
          orderPanelClass,
          'md:grid md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] md:gap-x-10',
        )}
      >
        <ul>
          {order.aCartData.map((line) => (
            <SoldLine key={line._id} line={line} onExpired={onExpired} />
          ))}
        </ul>
        <Sums order={order} />
      </div>
      {isSalePaid(order) && <SaleClaims saleId={order._id} />}
    </article>
  );
}
