import { expect, test } from 'vitest';
import { isFiltered, noWalletFilter, queryOf, readShown, writeShown } from './wallet-filter.ts';

const read = (address: string) => readShown(new URLSearchParams(address));

test('what is looked for is in the address and comes back from it', () => {
  const shown = { kind: 'sent', from: '2026-02-01', to: '2026-02-28', page: 3 } as const;
  expect(readShown(writeShown(shown))).toEqual(shown);
  expect(writeShown({ ...noWalletFilter, page: 1 }).size).toBe(0);
});

test('what makes no sense in the address counts as not said', () => {
  expect(read('kind=nothing&from=2026-02-30&to=x&page=-4')).toEqual({ ...noWalletFilter, page: 1 });
  expect(isFiltered(read('page=4'))).toBe(false);
  expect(isFiltered(read('kind=buy'))).toBe(true);
});

test('the last day counts whole', () => {
  expect(queryOf(read('from=2026-02-28&to=2026-02-28'))).toEqual({
    eKind: undefined,
    dFrom: new Date(2026, 1, 28).toISOString(),
    dTo: new Date(2026, 2, 1).toISOString(),
  });
});
