import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { Link } from 'react-router';
import { CardArt } from '../../../rooms/catalogue/card-art.tsx';
import { Money } from '../../../rooms/money/money.tsx';
import { isSalePaid } from '../../../rooms/orders/order-status.tsx';
import { DetailsLink, lineArtClass, OrderCard } from '../order-card.tsx';
import { hasFailed, payoutPath, saleFees, saleOutcome } from '../order-state.ts';
import { OperatorNote } from './operator-note.tsx';
import { SaleStatus } from './payout.tsx';
import { SoldPictures } from './sold-pictures.tsx';

type Line = Order['aCartData'][number];

function RowLine({ order, line }: { order: Order; line: Line }) {
  return (
    <li className="flex items-start gap-3 py-1 md:py-0.5">
      <CardArt banner={line.sBanner} title={line.sTitle} className={lineArtClass} />
      <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 md:min-h-8 md:items-center">
        {/* A single card is named in the head. */}
        {order.aCartData.length > 1 && (
          <h3 className="line-clamp-2 font-text text-15 font-semibold max-md:w-full">
            {line.sTitle}
          </h3>
        )}
        {/* A failed sale has no fee. */}
        {!hasFailed(order) && (
          <p className="text-13 text-soft tabular-nums max-md:order-last max-md:w-full">
            {text('sell.row.fee', { fee: formatMoney(-saleFees(order), order.eCurrency) })}
          </p>
        )}
        <p className="tabular-nums max-md:text-13 max-md:text-soft md:ms-auto">
          {textParts('sell.line', {
            quantity: line.nQuantity,
            price: <Money minor={fromWire(line.nPrice)} currency={line.eCurrency} />,
          })}
        </p>
      </div>
    </li>
  );
}

/** The outcome in a sentence, with a link to the wallet once paid. */
function Outcome({ order }: { order: Order }) {
  const outcome = saleOutcome(order);
  if (outcome === undefined) return null;
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-15 font-medium tabular-nums">
      <span>{outcome}</span>
      {isSalePaid(order) && (
        <Link
          to={payoutPath(order)}
          className="relative inline-flex min-h-6 items-center underline underline-offset-4"
        >
          {text('nav.openWallet')}
        </Link>
      )}
    </p>
  );
}

/** A sale of the list with pictures and outcome (ORD-11). */
export function SellRow({ order, onExpired }: { order: Order; onExpired: () => void }) {
  return (
    <OrderCard
      order={order}
      status={<SaleStatus order={order} />}
      action={<DetailsLink order={order} />}
    >
      <OperatorNote order={order} brief />
      <ul>
        {order.aCartData.map((line) => (
          <RowLine key={line._id} order={order} line={line} />
        ))}
      </ul>
      {order.aCartData.map(
        ({ _id, aImages }) =>
          aImages && <SoldPictures key={_id} images={aImages} onExpired={onExpired} brief />,
      )}
      <Outcome order={order} />
    </OrderCard>
  );
}
