import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Card } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { Link } from 'react-router';
import { countCards, useCart } from '../../rooms/checkout/cart.ts';
import { formatFace, Money } from '../../rooms/money/money.tsx';
import { amountsOf } from '../../rooms/money/prices.ts';
import type { useBuy } from './use-buy.ts';

interface BuyBoxProps {
  card: Card;
  quantity: number;
  buy: ReturnType<typeof useBuy>;
}

/** Sum and buttons of the chosen row, sticky beside the table or, on smaller screens, below it. */
export function BuyBox({ card, quantity, buy }: BuyBoxProps) {
  const inCart = countCards(useCart().data ?? []);
  const { payableMinor, cashbackMinor, serviceChargeMinor } = amountsOf(card, quantity);
  const money = (minor: bigint) => formatMoney(minor, card.eCurrency);
  const value = formatFace(fromWire(card.nValue), card.eCurrency);
  const what = text('card.chosen.what', { quantity, value });
  return (
    <section
      aria-label={text('card.chosen')}
      data-bar
      className="sticky bottom-0 z-20 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border border-line bg-raised px-(--page-gutter) pt-3 pb-[max(0.75rem,var(--edge-below))] shadow-bar max-lg:-mx-(--page-gutter) max-lg:border-x-0 lg:bottom-4 lg:rounded-panel lg:px-5 lg:pb-3 xl:top-24 xl:bottom-auto xl:block xl:space-y-4 xl:bg-surface xl:p-5 xl:shadow-none"
    >
      <div aria-live="polite" className="max-sm:w-full">
        <p className="flex flex-wrap justify-between gap-x-4 text-13 text-soft tabular-nums">
          <span>
            {serviceChargeMinor > 0n
              ? text('card.chosen.charge', { what, amount: money(serviceChargeMinor) })
              : what}
          </span>
          {inCart > 0 && (
            <span>
              {/* Cards, whereas the header counts lines. */}
              {text('card.chosen.inCart', { count: inCart })} ·{' '}
              <Link
                to="/account/cart"
                className="-my-2 inline-block py-2 font-semibold text-leaf underline underline-offset-4"
              >
                {text('cart.view')}
              </Link>
            </span>
          )}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3 xl:mt-1">
          <span className="xl:flex xl:w-full xl:items-baseline xl:justify-between">
            {textParts('card.chosen.pay', {
              amount: (
                <Money
                  minor={payableMinor}
                  currency={card.eCurrency}
                  className="font-display text-21 font-semibold xl:text-28"
                />
              ),
            })}
          </span>
          {cashbackMinor > 0n && (
            <span className="font-medium text-leaf tabular-nums xl:ms-auto">
              {text('card.chosen.back', { amount: money(cashbackMinor) })}
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-xl:grow max-xl:*:grow max-sm:w-full xl:flex-col">
        <Button
          look="primary"
          disabled={buy.adding !== undefined}
          onClick={() => buy.buyNow(card, quantity)}
        >
          {text('card.chosen.buy', { amount: money(payableMinor) })}
        </Button>
        <Button
          look="tonal"
          busy={buy.adding === card._id}
          onClick={() => buy.addToCart(card, quantity)}
        >
          {text('card.chosen.add', { count: quantity })}
        </Button>
      </div>
    </section>
  );
}
