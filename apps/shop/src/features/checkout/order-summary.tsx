import { fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { LinePrice } from '../../rooms/checkout/line-price.tsx';
import type { DraftLine, OrderDraft } from '../../rooms/checkout/order-draft.ts';
import { formatFace } from '../../rooms/money/money.tsx';
import { totalsOf } from '../../rooms/money/prices.ts';
import { TotalsList } from '../../rooms/money/totals-list.tsx';

/** Quantity and value of a line. */
export const quantityText = ({ nQuantity, nValue, eCurrency }: DraftLine): string =>
  text('checkout.items', { quantity: nQuantity, value: formatFace(fromWire(nValue), eCurrency) });

/** Lines and totals of the order being paid. */
export function OrderSummary({ draft, onItsWay }: { draft: OrderDraft; onItsWay: boolean }) {
  return (
    <section
      aria-labelledby="order-summary"
      className="rounded-panel border border-line bg-surface p-5 lg:p-6"
    >
      <h2 id="order-summary" className="mb-4 text-21">
        {text('checkout.summary')}
      </h2>
      <ul className="mb-3 border-b border-line pb-3">
        {draft.aCartData.map((line) => (
          <li key={line._id} className="flex items-center gap-3 py-2">
            <CardArt banner={line.sBanner} title="" className="w-14 shrink-0" />
            <div className="min-w-0 grow">
              <p className="line-clamp-2 font-medium leading-snug text-balance">{line.sTitle}</p>
              <p className="text-13 text-soft tabular-nums">{quantityText(line)}</p>
            </div>
            {/* Narrow on phones, so that the prices wrap and leave room for the title. */}
            <LinePrice line={line} className="w-min min-w-19 shrink-0 text-end sm:w-auto" />
          </li>
        ))}
      </ul>
      <TotalsList
        totals={totalsOf(draft.aCartData)}
        currency={draft.eCurrency}
        walletMinor={fromWire(draft.nWalletAmount)}
        onItsWay={onItsWay}
      />
    </section>
  );
}
