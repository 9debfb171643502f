import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { categories } from '@giftlane/contract/shop/categories.ts';
import { text } from '@giftlane/texts/text.ts';
import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { isRoomy } from '@giftlane/ui/browser/media.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { SearchBox } from '@giftlane/ui/form/search-box.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { BrandStrip } from '../../rooms/catalogue/brand-strip.tsx';
import { firstBrandsQuery } from '../../rooms/catalogue/brands.ts';
import { FiltersButton } from '../../rooms/catalogue/filters-button.tsx';
import { BrandGridSkeleton } from '../../rooms/catalogue/grid-shape.tsx';
import { tilesPerPage } from '../../rooms/catalogue/list-end.tsx';
import { RecentlyViewed } from '../../rooms/catalogue/recently-viewed.tsx';
import { tabLabels } from '../../rooms/catalogue/tab-labels.ts';
import { useListPosition } from '../../rooms/list/use-list-position.ts';
import { EmptyRack } from '../../rooms/pages/drawings.tsx';
import { useCurrency } from '../../session/currency.ts';
import { useViewed } from '../../session/viewed.ts';
import { BrandGrid } from './brand-grid.tsx';
import {
  type CatalogueFilter,
  filtersSet,
  noFilter,
  pageAddress,
  readPage,
  writeCatalogueFilter,
} from './filter.ts';
import type { FilterPanelProps } from './filter-panel.tsx';
import { SideFilters } from './side-filters.tsx';
import { prefetchPage, useBrandList } from './use-brand-list.ts';
import { useFilter } from './use-filter.ts';

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'));

const bestSellers = 'Best Sellers';

const tabs = [
  { value: bestSellers, label: text('catalogue.tab.bestSellers') },
  ...categories.map((category) => ({ value: category, label: tabLabels[category] })),
];

const popular = 8;

/** The most viewed brands, shown for a filter without results. */
function Popular({ currency }: { currency: Currency }) {
  const filter = { currency, sort_by: 'nViews', order_by: '-1' } as const;
  const { data } = useQuery({ ...firstBrandsQuery(filter, popular), meta: { quiet: true } });
  const { items: brands } = data ?? {};
  if (!brands?.length) return null;
  return <BrandStrip narrow title={text('catalogue.popular')} brands={brands} count={popular} />;
}

type EmptyListProps = Pick<FilterPanelProps, 'filter' | 'onChange' | 'currency'>;

/** The empty list: the reason, and a button that resets the search or all filters. */
function EmptyList({ filter, onChange, currency: chosen }: EmptyListProps) {
  const currency = chosen.toUpperCase();
  const isSet = (part: CatalogueFilter) => writeCatalogueFilter(part).size > 0;
  const [hint, label, change] = !isSet(filter)
    ? [text('home.best.empty.hint', { currency })]
    : isSet({ ...filter, search: '' })
      ? [text('catalogue.empty.hint'), text('catalogue.reset'), noFilter]
      : [
          text('catalogue.empty.word', { word: filter.search, currency }),
          text('catalogue.clearSearch'),
          { search: '' },
        ];
  const reset =
    change &&
    (() => {
      onChange(change);
      document.querySelector('main')?.focus({ preventScroll: true }); // The focused button is removed.
    });
  return (
    <>
      <Empty
        drawing={<EmptyRack />}
        title={text('catalogue.empty')}
        hint={hint}
        action={reset && <Button onClick={reset}>{label}</Button>}
      />
      {/* Without a filter the currency has no brands at all. */}
      {change && <Popular currency={chosen} />}
    </>
  );
}

interface ResultsProps {
  list: ReturnType<typeof useBrandList>;
  position: ReturnType<typeof useListPosition>;
  /** The first shown page, from 0. */
  firstPage: number;
  panel: FilterPanelProps;
}

function Results({ list, position, firstPage, panel }: ResultsProps) {
  const { query, loading, stale, error, refetch } = list;
  const { pages, size, more } = position;
  // A restored list is as high as it was while it loads, so that the scroll position is restored.
  const returning = loading && pages > 1;
  const total = returning ? pages * tilesPerPage : list.total;
  if (error) return <LoadFailed title={text('ui.failed.brands')} error={error} onRetry={refetch} />;
  if (loading && !returning) return <BrandGridSkeleton count={tilesPerPage / 2} />;
  if (total === 0) return <EmptyList {...panel} />;
  const onMore = () => {
    more();
    if ((pages + 1) * tilesPerPage < total) prefetchPage(query, pages + 1);
  };
  const nextPage = pageAddress(panel.filter, firstPage + 1);
  const shown = { firstPage, pages, size, onMore, nextPage };
  return <BrandGrid query={query} total={total} stale={stale} {...shown} />;
}

/** The button that opens the filters in a sheet, on a narrow window. */
function PhoneFilters({ panel, total }: { panel: FilterPanelProps; total: number }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="shrink-0 lg:hidden">
      <FiltersButton count={filtersSet(panel.filter)} onClick={() => setOpen(true)} />
      {open && <FilterSheet panel={panel} total={total} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The search and, on a phone, the filters; sticky there. */
function SearchRow({ panel, total }: { panel: FilterPanelProps; total: number }) {
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

/** A ref to the list, and how to scroll to its top on a narrow window, where the filters are above it. */
function useListTop() {
  const list = useRef<HTMLDivElement>(null);
  const scrollToTop = () => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    if (top < 0 && !isRoomy()) list.current?.scrollIntoView({ behavior: 'instant' });
  };
  return [list, scrollToTop] as const;
}

/** Search, tabs, filters and the endless list of brands. */
export function Catalogue() {
  const [filter, setFilter] = useFilter();
  const [currency, chooseCurrency] = useCurrency();
  const [params] = useSearchParams();
  // The endless list always begins with the first page.
  const firstPage = useAtFirst() ? readPage(params) : 0;
  const list = useBrandList(filter, currency, firstPage);
  const address = writeCatalogueFilter(filter).toString();
  const position = useListPosition(`${currency} ${address}`, useViewed().length > 0);
  const [listTop, scrollToTop] = useListTop();
  const change = (part: Partial<CatalogueFilter>) => {
    setFilter(part);
    scrollToTop();
  };
  const panel = { filter, onChange: change, currency, onCurrency: chooseCurrency };
  const count = { count: list.total, currency: list.currency.toUpperCase() };
  const chooseTab = (value: string) => {
    const category = categories.find((known) => known === value);
    // Best Sellers also resets the order (OPEN-33).
    change(category ? { category } : { category: undefined, sort: 'best', backwards: false });
  };
  return (
    // Focused elements scroll clear of the sticky row.
    <div className="max-lg:[&_:is(a,button,input)]:scroll-mt-16">
      <SearchRow panel={panel} total={list.total} />
      {address === '' && position.strip && (
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
          <div ref={listTop} className="max-lg:scroll-mt-16">
            <p aria-live="polite" className="mb-4 text-13 text-soft tabular-nums">
              {list.loading
                ? text('catalogue.loading')
                : !list.error && text('catalogue.countIn', count)}
            </p>
            <Results list={list} position={position} firstPage={firstPage} panel={panel} />
          </div>
        </div>
      </Tabs>
    </div>
  );
}
