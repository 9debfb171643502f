import { Loaded } from '@giftlane/client/loaded.tsx';
import { text } from '@giftlane/texts/text.ts';
import { repeat } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { BrandTile, BrandTileSkeleton } from '../../rooms/catalogue/brand-tile.tsx';
import { firstBrandsQuery } from '../../rooms/catalogue/brands.ts';
import { CurrencyChoice } from '../../rooms/money/currency-choice.tsx';
import { EmptyRack } from '../../rooms/pages/drawings.tsx';
import { chosenCurrency, useCurrency } from '../../session/currency.ts';

const count = 8;

export const bestSellersQuery = (currency = chosenCurrency()) =>
  firstBrandsQuery({ currency, sort_by: 'nViews', order_by: '-1' }, count);

const gridClass = 'grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-4 md:gap-x-6';

const waiting = (
  <ul className={`${gridClass} animate-pulse`}>
    {repeat(count, (index) => (
      <li key={index}>
        <BrandTileSkeleton />
      </li>
    ))}
  </ul>
);

/** No brands in this currency: offers the choice of another one. */
function NoBrands() {
  const [currency, chooseCurrency] = useCurrency();
  return (
    <Empty
      drawing={<EmptyRack />}
      title={text('catalogue.empty')}
      hint={text('home.best.empty.hint', { currency: currency.toUpperCase() })}
      action={
        <div className="w-56 text-start">
          <CurrencyChoice
            label={text('catalogue.currency')}
            currency={currency}
            onCurrency={chooseCurrency}
          />
        </div>
      }
    />
  );
}

/** The most viewed brands. */
export function BestSellers() {
  const [currency] = useCurrency();
  const query = useQuery(bestSellersQuery(currency));
  return (
    <section className="page-width py-12 md:py-16">
      <div className="mb-6 flex items-baseline justify-between gap-4">
        <h2 className="text-28 tracking-tighter">{text('home.best.title')}</h2>
        <Link
          to="/gift-cards"
          className="inline-flex min-h-11 items-center gap-1 font-semibold text-leaf hover:underline"
        >
          {text('home.best.all')}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
      <Loaded query={query} waiting={waiting}>
        {({ items }) =>
          items.length === 0 ? (
            <NoBrands />
          ) : (
            <ul className={gridClass}>
              {items.map((brand) => (
                <li key={brand._id}>
                  <BrandTile brand={brand} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
