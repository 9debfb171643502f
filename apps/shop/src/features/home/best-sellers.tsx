import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import type { Brand } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { repeat } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { BrandTile, BrandTileSkeleton } from '../../rooms/catalogue/brand-tile.tsx';
import { CurrencyChoice } from '../../rooms/money/currency-choice.tsx';
import { EmptyRack } from '../../rooms/pages/drawings.tsx';
import { useCurrency } from '../../session/currency.ts';

interface BestSellersProps {
  brands: readonly Brand[] | undefined;
  count: number;
  /** What went wrong, when the list could not be loaded. */
  problem: unknown;
  onRetry: () => unknown;
}

/** Nothing in this currency; the next step is another one. */
function NothingSold() {
  const [currency, chooseCurrency] = useCurrency();
  return (
    <Empty
      drawing={<EmptyRack />}
      title={text('catalogue.empty')}
      hint={text('home.best.empty.hint', { currency: currency.toUpperCase() })}
      action={
        <div className="w-56 text-left">
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

/** What others buy. */
export function BestSellers({ brands, count, problem, onRetry }: BestSellersProps) {
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
      {problem && !brands ? (
        <LoadFailed error={problem} onRetry={onRetry} />
      ) : brands?.length === 0 ? (
        <NothingSold />
      ) : (
        <ul
          className={cx(
            'grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-4 md:gap-x-6',
            !brands && 'animate-pulse',
          )}
        >
          {brands
            ? brands.map((brand) => (
                <li key={brand._id}>
                  <BrandTile brand={brand} />
                </li>
              ))
            : repeat(count, (index) => (
                <li key={index}>
                  <BrandTileSkeleton />
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}
