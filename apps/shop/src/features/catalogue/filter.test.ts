import { expect, test } from 'vitest';
import {
  brandQueryOf,
  defaultLimits,
  filtersSet,
  fittingRange,
  noFilter,
  readCatalogueFilter,
  wholeSteps,
  writeCatalogueFilter,
} from './filter.ts';

const read = (address: string) => readCatalogueFilter(new URLSearchParams(address));
const query = (address: string) => brandQueryOf(read(address), 'usd', { min: 0, max: 500 });

test('CAT-10: the list starts with the most viewed', () => {
  expect(query('')).toEqual({ currency: 'usd', sort_by: 'nViews', order_by: '-1' });
});

const sortings = [
  ['sort=name-down', 'sTitle', '-1'],
  ['sort=price-up', 'nPrice', '1'],
  ['sort=price-down', 'nPrice', '-1'],
  ['sort=name', 'sTitle', '1'],
] as const;

test.each(sortings)('CAT-11, 12, 13, 14: %s sorts by (%s, %s)', (address, by, direction) => {
  expect(query(address)).toMatchObject({ sort_by: by, order_by: direction });
});

test('OPEN-33: a tab filters by category, Best Sellers does not', () => {
  expect(query('tab=prepaid-card')).toMatchObject({ sCategory: 'Prepaid Card' });
  expect(query('tab=best-sellers')).not.toHaveProperty('sCategory');
});

test('CAT-08: chosen brands and the search go along', () => {
  expect(query('brands=b_1,b_2&search=%20nord%20')).toMatchObject({
    category: 'b_1,b_2',
    search: 'nord',
  });
});

test('the address says everything the filter says', () => {
  const filter = {
    category: 'Gaming',
    search: 'nord',
    sort: 'name',
    backwards: true,
    range: { min: 10, max: 200 },
    brands: ['b_1'],
  } as const;
  expect(readCatalogueFilter(writeCatalogueFilter(filter))).toEqual(filter);
});

test.each(['sort=1', 'price=200-10', 'price=a', 'tab=nothing', 'brands=,%3Cb%3E'])(
  'an address that makes no sense filters nothing: %s',
  (address) => {
    expect(read(address)).toEqual(noFilter);
  },
);

test('CAT-15, CAT-17: the server’s limits are widened to whole steps', () => {
  expect(wholeSteps({ min: 4.5, max: 512 })).toEqual({ min: 0, max: 520 });
});

test('CAT-16, OPEN-35: a chosen range survives new limits only if it fits', () => {
  const chosen = { min: 100, max: 300 };
  expect(fittingRange(undefined, defaultLimits)).toEqual({ min: 0, max: 5000 });
  expect(fittingRange(chosen, { min: 0, max: 500 })).toEqual(chosen);
  expect(fittingRange(chosen, { min: 0, max: 200 })).toEqual({ min: 0, max: 200 });
});

test('a range that spans all prices is no filter', () => {
  expect(query('price=0-500')).not.toHaveProperty('min');
  expect(query('price=10-500')).toMatchObject({ min: 10, max: 500 });
});

test('the filters of the panel are counted, tabs and search are not', () => {
  expect(filtersSet(read('tab=gaming&search=x'))).toBe(0);
  expect(filtersSet(read('sort=name&price=10-20&brands=a,b'))).toBe(4);
});
