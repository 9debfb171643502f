import { expect, test } from 'vitest';
import type { SellCard } from '../../rooms/catalogue/sell-cards.ts';
import { cardsOf, readFilter, writeFilter } from './sell-filter.ts';

const card = (sTitle: string, sCategory: string): SellCard => ({
  _id: sTitle,
  sTitle,
  sLogo: '',
  sBanner: '',
  sShortSellDesc: '',
  nPrice: 10,
  nExchangeFees: 5,
  eCurrency: 'usd',
  sCategory,
});

const cards = [card('Café Noir', 'Shopping'), card('Nimbus Arcade', 'Gaming')];
const titles = (search: string, tab = '') =>
  cardsOf(cards, readFilter(new URLSearchParams({ tab, search }))).map(({ sTitle }) => sTitle);

test('SELL-04 a category and the beginnings of words find cards', () => {
  expect(titles('')).toEqual(['Café Noir', 'Nimbus Arcade']);
  expect(titles('', 'gaming')).toEqual(['Nimbus Arcade']);
  expect(titles('', 'no-such-tab')).toHaveLength(2);
  expect(titles('cafe')).toEqual(['Café Noir']);
  expect(titles('ARC nim')).toEqual(['Nimbus Arcade']);
  expect(titles('nimbus', 'shopping')).toEqual([]);
  expect(titles('bus')).toEqual([]);
  expect(titles(' - ')).toHaveLength(2);
});

test('a filter comes back from its address', () => {
  const filter = { category: 'Prepaid Card', search: 'a b' } as const;
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(writeFilter({ category: undefined, search: '' }).toString()).toBe('');
});
