import { currencies } from '@giftlane/contract/money/money.ts';
import {
  listBrandNames,
  listBrands,
  listSellCards,
  priceLimits,
  showBrand,
  showCategory,
  showSellCards,
} from '@giftlane/contract/shop/catalog.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { forAll, shopForAll, startShop } from '../../testing/start-shop.ts';
import { addBrands } from '../../testing/unread.ts';
import { type CatalogShop, fill, shopWith } from './test-shop.ts';

const titles = async (shop: CatalogShop, body: NonNullable<Parameters<typeof list>[1]> = {}) =>
  (await list(shop, body)).body.data.map(({ categoryData }) => categoryData.sTitle);

const list = (shop: CatalogShop, body: object = {}) => shop.call(listBrands, { body });

const three = [
  { title: 'Échelle', views: 5, prices: { usd: [30, 10] } },
  { title: 'Atlas 10', views: 9, prices: { usd: [10, 50] } },
  { title: 'atlas 2', views: 1, prices: { usd: [20] } },
];

describe('orders of a list', () => {
  const shop = forAll(async (atEnd) => fill(await startShop({ working: false, atEnd }), three));

  test('API-26, CAT-10 best sellers come first, and that is the initial sort', async () => {
    const bySales = ['Atlas 10', 'Échelle', 'atlas 2'];
    expect(await titles(shop(), { sort_by: 'nViews', order_by: -1 })).toEqual(bySales);
    expect(await titles(shop())).toEqual(bySales);
  });

  test('CAT-11 (sTitle, -1) is name descending', async () => {
    expect(await titles(shop(), { sort_by: 'sTitle', order_by: -1 })).toEqual([
      'Échelle',
      'Atlas 10',
      'atlas 2',
    ]);
  });

  test('CAT-12 (nPrice, 1) is price low to high, by the lowest card, ties by title', async () => {
    expect(await titles(shop(), { sort_by: 'nPrice', order_by: 1 })).toEqual([
      'Atlas 10',
      'Échelle',
      'atlas 2',
    ]);
  });

  test('CAT-13 (nPrice, -1) is price high to low, ties by title', async () => {
    expect(await titles(shop(), { sort_by: 'nPrice', order_by: -1 })).toEqual([
      'atlas 2',
      'Atlas 10',
      'Échelle',
    ]);
  });

  test.each([
    ['sTitle', 1],
    ['nonsense', -1],
    ['', undefined],
    ['nViews', 1],
  ])('CAT-14 any other choice is name ascending: %s %s', async (sort_by, order_by) => {
    expect(await titles(shop(), { sort_by, ...(order_by && { order_by }) })).toEqual([
      'atlas 2',
      'Atlas 10',
      'Échelle',
    ]);
  });
});

test('CAT-08 brands are listed by brand and by category', async () => {
  const shop = await shopWith(
    { title: 'Play', category: 'Gaming' },
    { title: 'Watch', category: 'Entertainment' },
    { title: 'Shop', category: 'Shopping' },
  );
  const category = [await shop.brandId('Watch'), await shop.brandId('Play'), 'brand_unknown'];
  expect(await titles(shop, { filterData: { category }, sort_by: 'sTitle' })).toEqual([
    'Play',
    'Watch',
  ]);
  expect(await titles(shop, { filterData: { sCategory: 'Shopping' } })).toEqual(['Shop']);
  expect(await titles(shop, { filterData: { sCategory: 'Best Sellers' } })).toHaveLength(3);
  expect(await titles(shop, { filterData: { sCategory: 'Nothing' } })).toEqual([]);
  expect(
    await titles(shop, { filterData: { category, sCategory: 'Gaming' }, search: 'pla' }),
  ).toEqual(['Play']);
});

test('CONST-01 CONST-03 a list is in one of five currencies, usd when none is said', async () => {
  const prices = { aud: [1], cad: [2], gbp: [3], usd: [4], eur: [5] };
  const shop = await shopWith({ title: 'All', prices }, { title: 'Euro', prices: { eur: [6] } });
  const seen: Record<string, number[]> = {};
  for (const currency of currencies) {
    const { body } = await list(shop, { filterData: { currency } });
    seen[currency] = body.data.flatMap(({ cards }) => cards.map(({ nPrice }) => nPrice)).sort();
  }
  expect(seen).toEqual({ aud: [1], cad: [2], gbp: [3], usd: [4], eur: [5, 6] });
  expect((await list(shop)).body.data[0]?.cards).toMatchObject([{ eCurrency: 'usd' }]);
  const refused = await shop.raw('POST', '/giftcards', {
    body: { filterData: { currency: 'chf' } },
  });
  expect(refused.body).toMatchObject({ status: 400, code: 'input.invalid' });
});

test('a price range means brands with a card in it, all their cards shown', async () => {
  const shop = await shopWith(
    { title: 'Low', prices: { usd: [5, 9.99] } },
    { title: 'Around', prices: { usd: [5, 50] } },
    { title: 'Within', prices: { usd: [5, 20, 50] } },
  );
  const within = async (priceRange: object) =>
    (await titles(shop, { filterData: { priceRange }, sort_by: 'sTitle' })).join();
  expect(await within({ min: 10, max: 40 })).toBe('Within');
  expect(await within({ min: 9.99, max: 9.99 })).toBe('Low');
  expect(await within({ min: 30 })).toBe('Around,Within');
  expect(await within({ max: 5 })).toBe('Around,Low,Within');
  expect(await within({ min: 40, max: 10 })).toBe('');
  const { body } = await list(shop, { filterData: { priceRange: { min: 20, max: 20 } } });
  expect(body.data[0]?.cards).toHaveLength(3);
});

test('pages follow each other without gap or overlap, and the total is told', async () => {
  const brands = Array.from({ length: 7 }, (_, i) => ({ title: `Brand ${i}`, views: 3 }));
  const shop = await shopWith(...brands);
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(shop, { page, limit: 3 })));
  expect(pages.map(({ body }) => body.data.length)).toEqual([3, 3, 1, 0]);
  expect(
    pages.flatMap(({ body }) => body.data.map(({ categoryData }) => categoryData.sTitle)),
  ).toEqual(brands.map(({ title }) => title));
  expect(pages.map(({ body }) => body.totalCount)).toEqual([7, 7, 7, 7]);
});

test('brands of the same title have one order everywhere: by id', async () => {
  const shop = await shopWith();
  await shop.db.run(sql`insert into brands (id, slug, title, category)
    select 'b' || n, 'b' || n, 'Same', 'Gaming' from unnest(array[3, 1, 2]) n`);
  await shop.db.run(sql`insert into cards (id, brand_id, currency, value_minor, price_minor)
    select 'c' || n, 'b' || n, 'usd', 1000, 1000 from unnest(array[3, 1, 2]) n`);
  await shop.catalog.refresh();
  const { body } = await list(shop);
  expect(body.data.map(({ _id }) => _id)).toEqual(['b1', 'b2', 'b3']);
});

test('OPEN-52: without a limit the first 2,000 brands are answered', async () => {
  const shop = await shopWith();
  await shop.db.run(sql`insert into brands (id, slug, title, category)
    select 'b' || n, 'b' || n, 'Brand ' || n, 'Gaming' from generate_series(1, 2010) n`);
  await shop.db.run(sql`insert into cards (id, brand_id, currency, value_minor, price_minor)
    select 'c' || n, 'b' || n, 'usd', 1000, 1000 from generate_series(1, 2010) n`);
  await shop.catalog.refresh();
  const { body, headers } = await list(shop, { sort_by: 'sTitle' });
  expect(body.data).toHaveLength(2000);
  expect(body.data.at(-1)?.categoryData.sTitle).toBe('Brand 2000');
  expect(body.totalCount).toBe(2010);
  expect(Number(headers.get('content-length'))).toBeGreaterThan(500_000);
});

test('OPEN-52: a network is sent so many bytes of long lists a minute, and every page of a list beside them', async () => {
  const shop = await startShop({ working: false, env: { THROTTLE: '0.05' } });
  await addBrands(shop.db, 2_000);
  await shop.catalog.refresh();
  const ask = (network: string, path = '/giftcards?currency=usd') =>
    shop.raw('GET', path, { headers: { 'x-forwarded-for': network } });
  const first = await ask('198.51.100.1');
  const fits = Math.ceil((64 * 1024 * 1024 * 0.05) / Number(first.headers.get('content-length')));
  const replies = await Promise.all(Array.from({ length: 9 }, () => ask('198.51.100.1')));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(fits - 1);
  const refused = replies.find(({ status }) => status === 429);
  expect(refused?.body.code).toBe('request.throttled');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('198.51.100.1', '/giftcards?currency=usd&limit=24')).status).toBe(200);
  expect((await ask('198.51.100.2')).status).toBe(200);
});

test('CARD-16 CARD-17 API-29 a brand shows its texts and its cards in one currency', async () => {
  const shop = await shopWith({
    title: 'Nimbus',
    category: 'Prepaid Card',
    prices: { usd: [25, 10.5], eur: [50] },
    more: {
      short_desc: 'Short',
      description: 'Long "text"',
      redeem: 'Type it',
      logo: 'l.svg',
      banner: 'b.svg',
      video: 'v.mp4',
      discount: 2.25,
      cashback: 1.5,
      service_charge: 0.75,
      exchange_fees: 8,
      read_only: true,
    },
  });
  const id = await shop.brandId('Nimbus');
  const { body } = await shop.call(showBrand, { params: { id }, body: { currency: 'usd' } });
  expect(body.data).toMatchObject({
    _id: id,
    categoryData: {
      sTitle: 'Nimbus',
      sLogo: 'l.svg',
      sBanner: 'b.svg',
      sVideo: 'v.mp4',
      sShortDesc: 'Short',
      sShortSellDesc: '',
      sDescription: 'Long "text"',
      sRedeem: 'Type it',
      sCategory: 'Prepaid Card',
    },
    cashBack: 1.5,
    cats: [{ sCatTitle: 'Prepaid Card' }],
  });
  expect(body.data.cards).toMatchObject([
    { nValue: 10.5, nPrice: 10.5 },
    {
      sTitle: 'Nimbus $25',
      sBanner: 'b.svg',
      nValue: 25,
      nPrice: 25,
      nDiscount: 2.25,
      nCashBack: 1.5,
      nServiceCharge: 0.75,
      nExchangeFees: 8,
      eCurrency: 'usd',
      readOnly: true,
      bInStock: false,
    },
  ]);
  const gbp = await shop.call(showBrand, { params: { id }, body: { currency: 'gbp' } });
  expect(gbp.body.data).toMatchObject({ cards: [], cashBack: 0 });
});

test('CAT-19 API-27 the price limits of a currency are its lowest and highest price', async () => {
  const shop = await shopWith(
    { title: 'A', prices: { usd: [10.01, 20] } },
    { title: 'B', prices: { usd: [500.5], eur: [1] } },
  );
  const limits = async (currency: 'usd' | 'gbp') =>
    (await shop.call(priceLimits, { params: { currency } })).body.data;
  expect(await limits('usd')).toEqual({ priceRange: { min: 10.01, max: 500.5 } });
  expect(await limits('gbp')).toEqual({ priceRange: { min: 0, max: 0 } });
});

test('CAT-18 API-28 the brands of a currency, by title', async () => {
  const shop = await shopWith(
    { title: 'Zeta' },
    { title: 'Alpha' },
    { title: 'Other', prices: { eur: [1] } },
  );
  const { body } = await shop.call(listBrandNames, { params: { currency: 'usd' } });
  expect(body.data).toEqual([
    { _id: await shop.brandId('Alpha'), sTitle: 'Alpha' },
    { _id: await shop.brandId('Zeta'), sTitle: 'Zeta' },
  ]);
});

test('API-30 API-32 SELL-25 brands the shop buys, and their denominations', async () => {
  const shop = await shopWith(
    { title: 'Bought', prices: { usd: [50, 20] }, more: { sellable: true, exchange_fees: 12.5 } },
    { title: 'Not bought' },
  );
  const id = await shop.brandId('Bought');
  const cards = await shop.call(listSellCards, { query: { currency: 'usd' } });
  expect(cards.body.data).toMatchObject([
    { _id: id, nPrice: 20, nExchangeFees: 12.5, eCurrency: 'usd', sCategory: 'Gaming' },
  ]);
  const body = { currency: 'usd' as const };
  const denominations = await shop.call(showSellCards, { params: { id }, body });
  expect(denominations.body.data.map(({ nValue }) => nValue)).toEqual([20, 50]);
  const other = await shop.brandId('Not bought');
  expect((await shop.call(showSellCards, { params: { id: other }, body })).body.data).toEqual([]);
});

test('API-31 a category shows its texts', async () => {
  const shop = await shopWith({ title: 'Nimbus', views: 4 });
  const id = await shop.brandId('Nimbus');
  const { body } = await shop.call(showCategory, { params: { id } });
  expect(body.data).toMatchObject({ _id: id, sTitle: 'Nimbus', sCategory: 'Gaming', nViews: 4 });
});

describe('brands there are not', () => {
  const shop = shopForAll({ working: false });

  test.each([
    ['POST', '/giftcards/brand_unknown'],
    ['GET', '/giftcards/brand_unknown'],
    ['GET', '/categories/brand_unknown'],
    ['POST', '/sellcards/brand_unknown'],
  ])('an unknown brand is not found: %s %s', async (method, path) => {
    const body = method === 'POST' ? {} : undefined;
    expect((await shop().raw(method, path, { body })).body).toMatchObject({
      status: 404,
      code: 'catalog.not_found',
      data: null,
    });
  });
});

describe('bodies a list is refused with', () => {
  const shop = shopForAll({ working: false });

  test.each([
    ['a negative price', { filterData: { priceRange: { min: -1 } } }],
    ['a third decimal', { filterData: { priceRange: { max: 1.001 } } }],
    ['an unknown field', { filter: {} }],
    ['page zero', { page: 0 }],
    ['a huge limit', { limit: 101 }],
    ['an order that is none', { order_by: 2 }],
    ['a control character', { search: 'a\u0000b' }],
  ])('a list is refused with %s', async (_, body) => {
    expect((await shop().raw('POST', '/giftcards', { body })).status).toBe(400);
  });
});

describe('queries a list is refused with', () => {
  const shop = shopForAll({ working: false });

  test.each([
    'currency=chf',
    'min=x',
    'min=-1',
    'page=1.5',
    'limit=0',
    'category=a%20b',
    `category=${'x,'.repeat(201)}`,
    'unknown=1',
  ])('a list is refused with the query %s', async (query) => {
    expect((await shop().raw('GET', `/giftcards?${query}`)).status).toBe(400);
  });
});

test('search forgives, and ranks the whole title before a word before a beginning', async () => {
  const shop = await shopWith(
    { title: 'Mélange', views: 1 },
    { title: 'Mélange Café', views: 2 },
    { title: 'Melanges du Nord', views: 9 },
    { title: 'Other', views: 99 },
  );
  const ranked = ['Mélange', 'Mélange Café', 'Melanges du Nord'];
  expect(await titles(shop, { search: 'MELANGE' })).toEqual(ranked);
  expect(await titles(shop, { search: '  mélange ' })).toEqual(ranked);
  expect(await titles(shop, { search: 'mlange cafe' })).toEqual(['Mélange Café']);
  expect(await titles(shop, { search: 'mela nor' })).toEqual(['Melanges du Nord']);
  expect(await titles(shop, { search: 'ohter' })).toEqual(['Other']);
  expect(await titles(shop, { search: '?!' })).toEqual([]);
});

test('search among many keeps the chosen order within a rank', async () => {
  const many = Array.from({ length: 400 }, (_, i) => ({
    title: `Star ${i}`,
    views: i,
    category: i % 2 ? 'Gaming' : 'Shopping',
  }));
  const shop = await shopWith(...many, { title: 'Star' }, { title: 'Stark', views: 500 });
  const body = { search: 'star', limit: 3, sort_by: 'nViews', order_by: -1 };
  expect(await titles(shop, body)).toEqual(['Star', 'Star 399', 'Star 398']);
  expect(await titles(shop, { ...body, filterData: { sCategory: 'Shopping' } })).toEqual([
    'Star 398',
    'Star 396',
    'Star 394',
  ]);
  const last = { ...body, page: 134, sort_by: 'sTitle', order_by: 1 };
  expect(await titles(shop, last)).toEqual(['Star 398', 'Star 399', 'Stark']);
});
