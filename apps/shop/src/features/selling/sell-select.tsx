import { useAddressState } from '@giftlane/client/address-state.ts';
import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { categories } from '@giftlane/contract/shop/categories.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { SearchBox } from '@giftlane/ui/form/search-box.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { BrandGridSkeleton } from '../../rooms/catalogue/grid-shape.tsx';
import { sellCardsQuery } from '../../rooms/catalogue/sell-cards.ts';
import { tabLabels } from '../../rooms/catalogue/tab-labels.ts';
import { useListPosition } from '../../rooms/list/use-list-position.ts';
import { CurrencyChoice } from '../../rooms/money/currency-choice.tsx';
import { EmptyRack } from '../../rooms/pages/drawings.tsx';
import { useCurrency } from '../../session/currency.ts';
import { ChosenBrand } from './chosen-brand.tsx';
import { cardsOf, readFilter, writeFilter } from './sell-filter.ts';
import { SellGrid } from './sell-grid.tsx';

const all = 'all';

const tabs = [
  { value: all, label: text('sell.select.all') },
  ...categories.map((category) => ({ value: category, label: tabLabels[category] })),
];

const skeletons = 12;

const countText = (count: number) => text('catalogue.count', { count });

/** Categories, search and currency over the brands whose cards the shop buys (ROUTE-17). */
export function SellSelect() {
  const [filter, change] = useAddressState(readFilter, writeFilter);
  // The currency is that of the whole shop (SELL-09).
  const [currency, chooseCurrency] = useCurrency();
  const { data, error, refetch, isPlaceholderData } = useQuery(sellCardsQuery(currency));
  const place = useListPosition(`sell ${currency} ${writeFilter(filter)}`, false);
  const cards = data && cardsOf(data, filter);
  return (
    <>
      <ChosenBrand cards={data} />
      <div className="mb-4 grid items-end gap-3 sm:grid-cols-[1fr_16rem]">
        <SearchBox
          label={text('sell.select.search')}
          search={filter.search}
          onSearch={(search) => change({ search })}
        />
        <CurrencyChoice
          label={text('catalogue.currency')}
          currency={currency}
          onCurrency={chooseCurrency}
        />
      </div>
      <Tabs
        tabs={tabs}
        value={filter.category ?? all}
        onChange={(value) => change({ category: categories.find((known) => known === value) })}
        label={text('catalogue.tabs')}
      >
        <p aria-live="polite" className="mb-4 min-h-5 text-13 text-soft tabular-nums">
          {cards ? countText(cards.length) : !error && text('sell.select.loading')}
        </p>
        {cards && cards.length > 0 ? (
          <SellGrid cards={cards} place={place} stale={isPlaceholderData} />
        ) : cards ? (
          <Empty
            drawing={<EmptyRack />}
            title={text('sell.empty')}
            hint={text('sell.select.empty.hint')}
            action={
              <Button onClick={() => change({ category: undefined, search: '' })}>
                {text('sell.select.reset')}
              </Button>
            }
          />
        ) : error ? (
          <LoadFailed error={error} onRetry={refetch} />
        ) : (
          <BrandGridSkeleton count={skeletons} short />
        )}
      </Tabs>
    </>
  );
}
