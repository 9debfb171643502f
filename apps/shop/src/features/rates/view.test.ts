import { expect, test } from 'vitest';
import { choose, knownView, readView, spansOf, writeView } from './view.ts';

const read = (address: string, home: 'usd' | 'aud' = 'usd') =>
  readView(new URLSearchParams(address), home);

test('the page starts with a hundred of the visitor’s currency', () => {
  expect(read('')).toEqual({ amount: '100', from: 'usd', to: 'eur', span: 'month' });
  expect(read('', 'aud')).toMatchObject({ from: 'aud', to: 'usd' });
});

test('what makes no sense in the address counts as not said', () => {
  expect(read('from=doge&to=usd&span=decade')).toMatchObject({ from: 'usd', to: 'eur' });
  expect(read('from=btc&to=btc')).toMatchObject({ from: 'btc', to: 'usd' });
  expect(read(`amount=${'9'.repeat(99)}`).amount).toHaveLength(24);
});

test('the address says what is shown', () => {
  const view = { amount: '', from: 'gbp', to: 'ltc', span: 'year' } as const;
  expect(readView(writeView(view), 'aud')).toEqual(view);
  expect(String(writeView(read('')))).toBe('from=usd&to=eur');
});

test('choosing the other side’s code swaps the two', () => {
  expect(choose({ from: 'usd', to: 'eur' }, 'from', 'eur')).toEqual({ from: 'eur', to: 'usd' });
  expect(choose({ from: 'usd', to: 'eur' }, 'to', 'btc')).toEqual({ from: 'usd', to: 'btc' });
});

test('coins without rates are left out of the view, and with them days', () => {
  const view = read('from=btc&to=eur&span=day');
  expect(knownView(view, ['usd', 'eur'])).toMatchObject({ from: 'usd', to: 'eur' });
  expect(knownView(view, ['usd', 'eur', 'btc'])).toEqual(view);
  expect(spansOf(view)).toContain('day');
  expect(spansOf({ from: 'usd', to: 'eur' })).not.toContain('day');
});
