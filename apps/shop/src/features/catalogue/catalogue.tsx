import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { categories } from '@giftlane/contract/shop/categories.ts';
import { text } from '@giftlane/texts/text.ts';
import { isRoomy } from '@giftlane/ui/browser/media.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { SearchBox } from '@giftlane/ui/form/search-box.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { BrandStrip } from '../../rooms/catalogue/brand-strip.tsx';
import { firstBrandsQuery } from '../../rooms/catalogue/brands.ts';
import { FiltersButton } from '../../rooms/catalogue/filters-button.tsx';
import { BrandGridSkeleton } from '../../rooms/catalogue/grid-shape.tsx';
import { tilesPerPage } from '../../rooms/catalogue/list-end.tsx';
import { RecentlyViewed } from '../../rooms/catalogue/recently-viewed.tsx';
import { tabLabels } from '../../rooms/catalogue/tab-labels.ts';
import { usePlace } from '../../rooms/list/use-place.ts';
import { EmptyRack } from '../../rooms/pages/drawings.tsx';
import { useCurrency } from '../../session/currency.ts';
import { useViewed } from '../../session/viewed.ts';
import { BrandGrid } from './brand-grid.tsx';
import { type CatalogueFilter, filtersSet, noFilter, writeFilter } from './filter.ts';
import type { FilterPanelProps } from './filter-panel.tsx';
import { SideFilters } from './side-filters.tsx';
import { fetchAhead, useBrandList } from './use-brand-list.ts';
import { useFilter } from './use-filter.ts';

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'));

const bestSellers = 'Best Sellers';

const tabs = [
  { value: bestSellers, label: text('catalogue.tab.bestSellers') },
  ...categories.map((category) => ({ value: category, label: tabLabels[category] })),
];

/** How many there are, and in which currency: on a phone that is chosen behind a button. */
function countText(total: number, chosen: Currency) {
  const currency = chosen.toUpperCase();
  return total === 1
    ? text('catalogue.countOneIn', { currency })
    : text('catalogue.countIn', { count: total, currency });
}

const popular = 8;

/** What many look at, where what was looked for is not there. */
function Popular({ currency }: { currency: Currency }) {
  const filter = { currency, sort_by: 'nViews', order_by: '-1' } as const;
  const { data } = useQuery({ ...firstBrandsQuery(filter, popular), meta: { quiet: true } });
  if (!data?.brands.length) return null;
  const { brands } = data;
  return <BrandStrip narrow title={text('catalogue.popular')} brands={brands} count={popular} />;
}

type NothingProps = Pick<FilterPanelProps, 'filter' | 'onChange' | 'currency'>;

/** That there is nothing, why, and the way back to something. */
function Nothing({ filter, onChange, currency: chosen }: NothingProps) {
  const currency = chosen.toUpperCase();
  const isSet = (part: CatalogueFilter) => writeFilter(part).size > 0;
  const [hint, label, change] = !isSet(filter)
    ? [text('home.best.empty.hint', { currency })]
    : isSet({ ...filter, search: '' })
      ? [text('catalogue.empty.hint'), text('catalogue.reset'), noFilter]
      : [
          text('catalogue.empty.word', { word: filter.search, currency }),
          text('catalogue.clearSearch'),
          { search: '' },
        ];
  const goBack =
    change &&
    (() => {
      onChange(change);
      document.querySelector('main')?.focus({ preventScroll: true }); // The button is gone.
    });
  return (
    <>
      <Empty
        drawing={<EmptyRack />}
        title={text('catalogue.empty')}
        hint={hint}
        action={goBack && <Button onClick={goBack}>{label}</Button>}
      />
      {/* Without a filter there is nothing else in this currency either. */}
      {change && <Popular currency={chosen} />}
    </>
  );
}

interface ResultsProps {
  list: ReturnType<typeof useBrandList>;
  place: ReturnType<typeof usePlace>;
  panel: FilterPanelProps;
}

function Results({ list, place, panel }: ResultsProps) {
  const { query, loading, stale, error, retry } = list;
  const { pages, size, more } = place;
  // A list one comes back to has its old size at once, or the place in it would be lost.
  const returning = loading && pages > 1;
  const total = returning ? pages * tilesPerPage : list.total;
  if (error) return <LoadFailed title={text('ui.failed.brands')} error={error} onRetry={retry} />;
  if (loading && !returning) return <BrandGridSkeleton count={tilesPerPage / 2} />;
  if (total === 0) return <Nothing {...panel} />;
  const onMore = () => {
    more();
    if ((pages + 1) * tilesPerPage < total) fetchAhead(query, pages + 1);
  };
  const unrolled = { pages, size, onMore };
  return <BrandGrid query={query} total={total} stale={stale} {...unrolled} />;
}

/** The filters where they have no room beside the list. */
function PhoneFilters({ panel, total }: { panel: FilterPanelProps; total: number }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="shrink-0 lg:hidden">
      <FiltersButton count={filtersSet(panel.filter)} onClick={() => setOpen(true)} />
      {open && <FilterSheet panel={panel} total={total} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Search, and on a phone the filters, at hand however far one has scrolled. */
function FindRow({ panel, total }: { panel: FilterPanelProps; total: number }) {
  const { filter, onChange } = panel;
  return (
    <div className="below-bar mb-2 max-lg:-mx-(--page-gutter) lg:mb-4">
      <div className="flex gap-2 py-2 max-lg:px-(--page-gutter) lg:py-0">
        <div className="min-w-0 grow">
          <SearchBox
            label={text('catalogue.search.placeholder')}
            search={filter.search}
            onSearch={(search) => onChange({ search })}
          />
        </div>
        <PhoneFilters panel={panel} total={total} />
      </div>
    </div>
  );
}

/**
 * Brings the list's beginning back into sight, where what is changed in the row above made another of it. What is
 * changed beside it stays where it is pressed.
 */
function useListTop() {
  const list = useRef<HTMLDivElement>(null);
  const show = () => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    if (top < 0 && !isRoomy()) list.current?.scrollIntoView({ behavior: 'instant' });
  };
  return [list, show] as const;
}

/** Search, tabs, filters and the endless list of brands. */
export function Catalogue() {
  const [filter, setFilter] = useFilter();
  const [currency, chooseCurrency] = useCurrency();
  const list = useBrandList(filter, currency);
  const address = writeFilter(filter).toString();
  const place = usePlace(`${currency} ${address}`, useViewed().length > 0);
  const [top, showTop] = useListTop();
  const change = (part: Partial<CatalogueFilter>) => {
    setFilter(part);
    showTop();
  };
  const panel = { filter, onChange: change, currency, onCurrency: chooseCurrency };
  const chooseTab = (value: string) => {
    const category = categories.find((known) => known === value);
    // Best Sellers is all brands by views, whatever the order was before (OPEN-33).
    change(category ? { category } : { category: undefined, sort: 'best', backwards: false });
  };
  return (
    // What has the focus keeps clear of the row that stays above it.
    <div className="max-lg:[&_:is(a,button,input)]:scroll-mt-16">
      <FindRow panel={panel} total={list.total} />
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
          <div ref={top} className="max-lg:scroll-mt-16">
            <p aria-live="polite" className="mb-4 text-13 text-soft tabular-nums">
              {list.loading
                ? text('catalogue.loading')
                : !list.error && countText(list.total, list.currency)}
            </p>
            <Results list={list} place={place} panel={panel} />
          </div>
        </div>
      </Tabs>
    </div>
  );
}
