/** The catalogue's filter: it lives in the address, so that it can be shared and survives Back. */

import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Category, categories, categorySlug } from '@giftlane/contract/shop/categories.ts';
import type { BrandFilter } from '../../rooms/catalogue/brands.ts';

/** Best sellers, alphabetical with a direction, and price both ways (OPEN-34). */
export const sorts = ['best', 'name', 'price-down', 'price-up'] as const;
export type Sort = (typeof sorts)[number];

export interface Range {
  min: number;
  max: number;
}

export interface CatalogueFilter {
  /** Undefined is the tab Best Sellers: all brands (OPEN-33). */
  category: Category | undefined;
  search: string;
  sort: Sort;
  /** Alphabetical from Z to A. */
  backwards: boolean;
  range: Range | undefined;
  brands: readonly string[];
}

export const noFilter: CatalogueFilter = {
  category: undefined,
  search: '',
  sort: 'best',
  backwards: false,
  range: undefined,
  brands: [],
};

/** Before the server's limits are known (CAT-16). */
export const defaultLimits: Range = { min: 0, max: 5000 };
/** The slider's step (CAT-15). */
export const priceStep = 10;
/** What the call takes at most. */
const longestSearch = 100;

function readRange(text: string | null): Range | undefined {
  const match = /^(\d{1,8})-(\d{1,8})$/.exec(text ?? '');
  const range = match && { min: Number(match[1]), max: Number(match[2]) };
  return range && range.min <= range.max ? range : undefined;
}

/** Reads the address; whatever makes no sense there counts as not said. */
export function readFilter(params: URLSearchParams): CatalogueFilter {
  const sort = params.get('sort');
  return {
    category: categories.find((category) => categorySlug(category) === params.get('tab')),
    search: (params.get('search') ?? '').slice(0, longestSearch),
    sort: sort === 'name-down' ? 'name' : (sorts.find((known) => known === sort) ?? 'best'),
    backwards: sort === 'name-down',
    range: readRange(params.get('price')),
    brands: (params.get('brands') ?? '').split(',').filter((id) => /^[\w-]{1,64}$/.test(id)),
  };
}

/** Writes a filter as an address; what is as usual is left out. */
export function writeFilter(filter: CatalogueFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.category) params.set('tab', categorySlug(filter.category));
  if (filter.search) params.set('search', filter.search);
  if (filter.sort === 'name' && filter.backwards) params.set('sort', 'name-down');
  else if (filter.sort !== 'best') params.set('sort', filter.sort);
  if (filter.range) params.set('price', `${filter.range.min}-${filter.range.max}`);
  if (filter.brands.length > 0) params.set('brands', filter.brands.join(','));
  return params;
}

/** The server's limits in whole steps, outwards, so that no card falls off either end. */
export function wholeSteps(limits: Range): Range {
  return {
    min: Math.floor(limits.min / priceStep) * priceStep,
    max: Math.ceil(limits.max / priceStep) * priceStep,
  };
}

/** A chosen range survives new limits if it still fits (OPEN-35). */
export function fittingRange(range: Range | undefined, limits: Range): Range {
  return range && range.min >= limits.min && range.max <= limits.max ? range : limits;
}

const order: Record<Sort, { by: string; direction: '1' | '-1' }> = {
  best: { by: 'nViews', direction: '-1' },
  name: { by: 'sTitle', direction: '1' },
  'price-down': { by: 'nPrice', direction: '-1' },
  'price-up': { by: 'nPrice', direction: '1' },
};

/** The filter as the call wants it (CAT-10 to CAT-14). A range that spans everything is no filter. */
export function queryOf(filter: CatalogueFilter, currency: Currency, limits: Range): BrandFilter {
  const { by, direction } = order[filter.sort];
  const range = fittingRange(filter.range, limits);
  const narrowed = range.min > limits.min || range.max < limits.max;
  return {
    currency,
    sort_by: by,
    order_by: filter.sort === 'name' && filter.backwards ? '-1' : direction,
    ...(filter.category && { sCategory: filter.category }),
    ...(filter.search.trim() && { search: filter.search.trim() }),
    ...(narrowed && { min: range.min, max: range.max }),
    ...(filter.brands.length > 0 && { category: filter.brands.join(',') }),
  };
}

/** How many of the panel's filters are set. */
export function filtersSet(filter: CatalogueFilter): number {
  return Number(filter.sort !== 'best') + Number(filter.range !== undefined) + filter.brands.length;
}
