import type { Card } from '@giftlane/contract/catalog.ts';
import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import { formatFace, Money } from '../../parts/money.tsx';
import { amountsOf } from '../../parts/prices.ts';
import { Button } from '../../ui/button.tsx';
import type { useBuy } from './use-buy.ts';

interface BuyBarProps {
  card: Card;
  quantity: number;
  buy: ReturnType<typeof useBuy>;
}

/** The chosen row's sum and actions, which stay in sight below the table. */
export function BuyBar({ card, quantity, buy }: BuyBarProps) {
  const { payableMinor, cashbackMinor, serviceChargeMinor } = amountsOf(card, quantity);
  const money = (minor: bigint) => formatMoney(minor, card.eCurrency);
  return (
    <section
      aria-label={text('card.chosen')}
      className="sticky bottom-0 z-20 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border border-line bg-raised px-4 pt-3 pb-[max(0.75rem,var(--edge-below))] shadow-bar max-lg:-mx-(--page-gutter) max-lg:border-x-0 lg:bottom-4 lg:rounded-panel lg:px-5 lg:pb-3"
    >
      <div aria-live="polite">
        <p className="text-13 text-soft tabular-nums">
          {text('card.chosen.what', {
            quantity,
            value: formatFace(fromWire(card.nValue), card.eCurrency),
          })}
          {serviceChargeMinor > 0n &&
            ` ${text('card.chosen.charge', { amount: money(serviceChargeMinor) })}`}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span>
            {text('card.chosen.pay')}{' '}
            <Money
              minor={payableMinor}
              currency={card.eCurrency}
              className="font-display text-21 font-semibold"
            />
          </span>
          {cashbackMinor > 0n && (
            <span className="font-medium text-leaf tabular-nums">
              {text('card.chosen.back', { amount: money(cashbackMinor) })}
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
        <Button
          look="tonal"
          busy={buy.adding === card._id}
          onClick={() => buy.addToCart(card, quantity)}
        >
          {text('card.chosen.add', { count: quantity })}
        </Button>
        <Button
          look="primary"
          disabled={buy.adding !== undefined}
          onClick={() => buy.buyNow(card, quantity)}
        >
          {text('card.chosen.buy', { amount: money(payableMinor) })}
        </Button>
      </div>
    </section>
  );
}
