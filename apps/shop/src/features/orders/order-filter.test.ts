import { expect, test } from 'vitest';
import {
  hasOrderFilter,
  noOrderFilter,
  orderSearchOf,
  readOrderFilter,
  writeOrderFilter,
} from './order-filter.ts';

const read = (address: string) => readOrderFilter(new URLSearchParams(address));

test('the address says everything the filter says', () => {
  const filter = { search: 'kes', status: 'Paid', from: '2026-02-01', to: '2026-02-28' } as const;
  expect(readOrderFilter(new URLSearchParams(writeOrderFilter(filter)))).toEqual(filter);
});

test.each(['status=paid', 'from=yesterday', 'to=2026-02-31', 'from=0000-01-01', 'to=9999-12-31'])(
  'an address that makes no sense leaves nothing out: %s',
  (address) => {
    expect(read(address)).toEqual(noOrderFilter);
    expect(hasOrderFilter(read(address))).toBe(false);
  },
);

test('the last day counts whole, also at the end of a month', () => {
  const { dFrom, dTo } = orderSearchOf(read('from=2026-02-28&to=2026-02-28'));
  expect(dFrom).toBe(new Date(2026, 1, 28).toISOString());
  expect(dTo).toBe(new Date(2026, 2, 1).toISOString());
});

test('a search of blanks is none', () => {
  expect(hasOrderFilter(read('search=%20%20'))).toBe(false);
  expect(orderSearchOf(read('search=%20kes%20')).search).toBe('kes');
});
