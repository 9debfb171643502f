/** The catalogue's filter, in the address. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Category, categories, categorySlug } from '@giftlane/contract/shop/categories.ts';
import type { BrandListFilter } from '../../rooms/catalogue/brands.ts';

/** Best sellers, alphabetical with a direction, and price both ways (OPEN-34). */
export const sorts = ['best', 'name', 'price-down', 'price-up'] as const;
export type Sort = (typeof sorts)[number];

export interface Range {
  min: number;
  max: number;
}

export interface CatalogueFilter {
  /** Undefined in the tab Best Sellers, which has all brands (OPEN-33). */
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

/** Price limits until the server's are loaded (CAT-16). */
export const defaultLimits: Range = { min: 0, max: 5000 };
/** The slider's step (CAT-15). */
export const priceStep = 10;
/** The call's limit, in characters. */
const maxSearch = 100;

function readRange(text: string | null): Range | undefined {
  const match = /^(\d{1,8})-(\d{1,8})$/.exec(text ?? '');
  const range = match && { min: Number(match[1]), max: Number(match[2]) };
  return range && range.min <= range.max ? range : undefined;
}

/** Reads the filter from the address; invalid values are ignored. */
export function readCatalogueFilter(params: URLSearchParams): CatalogueFilter {
  const sort = params.get('sort');
  return {
    category: categories.find((category) => categorySlug(category) === params.get('tab')),
    search: (params.get('search') ?? '').slice(0, maxSearch),
    sort: sort === 'name-down' ? 'name' : (sorts.find((known) => known === sort) ?? 'best'),
    backwards: sort === 'name-down',
    range: readRange(params.get('price')),
    brands: (params.get('brands') ?? '').split(',').filter((id) => /^[\w-]{1,64}$/.test(id)),
  };
}

/** The page of the list in the address, from 0. Links have it where no script runs. */
export function readPage(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) - 1 : 0;
}

/** The address of a page of the list, from 0. */
export function pageAddress(filter: CatalogueFilter, page: number): string {
  const params = writeCatalogueFilter(filter);
  params.set('page', String(page + 1));
  return `/gift-cards?${params}`;
}

/** Writes a filter into the address, without default values. */
export function writeCatalogueFilter(filter: CatalogueFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.category) params.set('tab', categorySlug(filter.category));
  if (filter.search) params.set('search', filter.search);
  if (filter.sort === 'name' && filter.backwards) params.set('sort', 'name-down');
  else if (filter.sort !== 'best') params.set('sort', filter.sort);
  if (filter.range) params.set('price', `${filter.range.min}-${filter.range.max}`);
  if (filter.brands.length > 0) params.set('brands', filter.brands.join(','));
  return params;
}

/** Rounds price limits outwards to whole steps. */
export function wholeSteps(limits: Range): Range {
  return {
    min: Math.floor(limits.min / priceStep) * priceStep,
    max: Math.ceil(limits.max / priceStep) * priceStep,
  };
}

/** The range if it is within the limits, else the limits (OPEN-35). */
export function fittingRange(range: Range | undefined, limits: Range): Range {
  return range && range.min >= limits.min && range.max <= limits.max ? range : limits;
}

const order: Record<Sort, { by: string; direction: '1' | '-1' }> = {
  best: { by: 'nViews', direction: '-1' },
  name: { by: 'sTitle', direction: '1' },
  'price-down': { by: 'nPrice', direction: '-1' },
  'price-up': { by: 'nPrice', direction: '1' },
};

/** The filter as the query of the call (CAT-10 to CAT-14). A range that equals the limits is left out. */
export function brandQueryOf(
  filter: CatalogueFilter,
  currency: Currency,
  limits: Range,
): BrandListFilter {
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

/** Number of set filters of the panel. */
export function filtersSet(filter: CatalogueFilter): number {
  return Number(filter.sort !== 'best') + Number(filter.range !== undefined) + filter.brands.length;
}
