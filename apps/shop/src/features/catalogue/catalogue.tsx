import { categories } from '@giftlane/contract/categories.ts';
import { text } from '@giftlane/contract/messages.ts';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { useCurrency } from '../../lib/currency.ts';
import { useViewed } from '../../lib/viewed.ts';
import { EmptyRack } from '../../parts/drawings.tsx';
import { BrandGridSkeleton } from '../../parts/grid-shape.tsx';
import { RecentlyViewed } from '../../parts/recently-viewed.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { tabLabels } from '../../parts/tab-labels.ts';
import { usePlace } from '../../parts/use-place.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Failed } from '../../ui/state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BrandGrid } from './brand-grid.tsx';
import { filtersSet, noFilter, writeFilter } from './filter.ts';
import type { FilterPanelProps } from './filter-panel.tsx';
import { SideFilters } from './side-filters.tsx';
import { brandsPerPage, fetchAhead, useBrandList } from './use-brand-list.ts';
import { useFilter } from './use-filter.ts';

const FilterSheet = lazy(() => import('./filter-sheet.tsx'));

const bestSellers = 'Best Sellers';

const tabs = [
  { value: bestSellers, label: text('catalogue.tab.bestSellers') },
  ...categories.map((category) => ({ value: category, label: tabLabels[category] })),
];

function countText(total: number) {
  return total === 1 ? text('catalogue.countOne') : text('catalogue.count', { count: total });
}

interface ResultsProps {
  list: ReturnType<typeof useBrandList>;
  place: ReturnType<typeof usePlace>;
  onReset: () => void;
}

function Results({ list, place, onReset }: ResultsProps) {
  const { query, loading, stale, error, retry } = list;
  const { pages, size, more } = place;
  // A list one comes back to has its old size at once, or the place in it would be lost.
  const returning = loading && pages > 1;
  const total = returning ? pages * brandsPerPage : list.total;
  if (error) return <Failed message={messageOf(error)} onRetry={retry} />;
  if (loading && !returning) return <BrandGridSkeleton count={brandsPerPage / 2} />;
  if (total === 0) {
    return (
      <Empty
        drawing={<EmptyRack />}
        title={text('catalogue.empty')}
        hint={text('catalogue.empty.hint')}
        action={<Button onClick={onReset}>{text('catalogue.reset')}</Button>}
      />
    );
  }
  const onMore = () => {
    more();
    if ((pages + 1) * brandsPerPage < total) fetchAhead(query, pages + 1);
  };
  const unrolled = { pages, size, onMore };
  return <BrandGrid query={query} total={total} stale={stale} {...unrolled} />;
}

function PhoneFilters({ panel, total }: { panel: FilterPanelProps; total: number }) {
  const [open, setOpen] = useState(false);
  const count = filtersSet(panel.filter);
  return (
    <div className="lg:hidden">
      <Button onClick={() => setOpen(true)} className="w-full">
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {count > 0 ? text('catalogue.filtersCount', { count }) : text('catalogue.filters')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <FilterSheet panel={panel} total={total} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Search, tabs, filters and the endless list of brands. */
export function Catalogue() {
  const [filter, change] = useFilter();
  const [currency, chooseCurrency] = useCurrency();
  const list = useBrandList(filter, currency);
  const address = writeFilter(filter).toString();
  const place = usePlace(`${currency} ${address}`, useViewed().length > 0);
  const panel = { filter, onChange: change, currency, onCurrency: chooseCurrency };
  const chooseTab = (value: string) => {
    const category = categories.find((known) => known === value);
    // Best Sellers is all brands by views, whatever the order was before (decision 33).
    change(category ? { category } : { category: undefined, sort: 'best', backwards: false });
  };
  return (
    <>
      <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_auto] lg:grid-cols-1">
        <SearchBox
          label={text('catalogue.search.placeholder')}
          search={filter.search}
          onSearch={(search) => change({ search })}
        />
        <PhoneFilters panel={panel} total={list.total} />
      </div>
      {address === '' && place.strip && (
        <div className="mb-6 empty:hidden">
          <RecentlyViewed currency={currency} />
        </div>
      )}
      <Tabs
        tabs={tabs}
        value={filter.category ?? bestSellers}
        onChange={chooseTab}
        label={text('catalogue.tabs')}
      >
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
          <SideFilters {...panel} />
          <div>
            <p aria-live="polite" className="mb-4 text-13 text-soft tabular-nums">
              {list.loading ? text('catalogue.loading') : !list.error && countText(list.total)}
            </p>
            <Results list={list} place={place} onReset={() => change(noFilter)} />
          </div>
        </div>
      </Tabs>
    </>
  );
}
