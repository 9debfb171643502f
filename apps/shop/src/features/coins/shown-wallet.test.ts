import { expect, test } from 'vitest';
import { readShownWallet, writeShownWallet } from './shown-wallet.ts';

test.each([
  ['coin=BTC', { coin: 'BTC', page: 1 }],
  ['coin=LTC&page=3', { coin: 'LTC', page: 3 }],
  ['coin=DOGE', { coin: undefined, page: 1 }],
  ['coin=btc', { coin: undefined, page: 1 }],
  ['page=-2', { coin: undefined, page: 1 }],
  ['', { coin: undefined, page: 1 }],
])('WAL-07 the address %j asks for %j', (address, shown) => {
  expect(readShownWallet(new URLSearchParams(address))).toEqual(shown);
});

test('WAL-06 what is shown is in the address, and what is usual is left out', () => {
  expect(String(writeShownWallet({ coin: 'LTC', page: 2 }))).toBe('coin=LTC&page=2');
  expect(String(writeShownWallet({ coin: undefined, page: 1 }))).toBe('');
});
