import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { showCart } from '@giftlane/contract/shop/cart.ts';
import { fewLeft, listBrands, showBrand } from '@giftlane/contract/shop/catalog.ts';
import { expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { makeCard, makeMember } from '../../../testing/builders.ts';
import { startShop } from '../../../testing/start-shop.ts';
import { type CatalogShop, shopWith } from '../test-shop.ts';

const bytesOf = async (shop: CatalogShop, path: string, init: RequestInit = {}) =>
  Buffer.from(await (await fetch(`${shop.url}/api/v1${path}`, init)).arrayBuffer()).toString();

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const two = [
  { title: 'Nimbus', prices: { usd: [10, 20], eur: [30] } },
  { title: 'Forge', category: 'Shopping', prices: { usd: [5] } },
];

test('the GET calls answer the same bytes as the POST calls', async () => {
  const shop = await shopWith(...two);
  const id = await shop.brandId('Nimbus');
  const filter = {
    filterData: {
      currency: 'usd',
      priceRange: { min: 1, max: 15.5 },
      category: [id],
      sCategory: 'Gaming',
    },
    search: 'nim',
    sort_by: 'nPrice',
    order_by: -1,
    page: 1,
    limit: 5,
  };
  const query = `currency=usd&min=1&max=15.5&category=${id}&sCategory=Gaming&search=nim&sort_by=nPrice&order_by=-1&page=1&limit=5`;
  const byPost = await bytesOf(shop, '/giftcards', post(filter));
  expect(byPost).toContain('Nimbus');
  expect(await bytesOf(shop, `/giftcards?${query}`)).toBe(byPost);
  expect(await bytesOf(shop, '/giftcards')).toBe(await bytesOf(shop, '/giftcards', post({})));
  expect(await bytesOf(shop, `/giftcards/${id}?currency=eur`)).toBe(
    await bytesOf(shop, `/giftcards/${id}`, post({ currency: 'eur' })),
  );
});

test('an unchanged reply is not sent twice, a changed one is', async () => {
  const shop = await shopWith(...two);
  const id = await shop.brandId('Nimbus');
  for (const path of ['/giftcards?limit=1&sort_by=sTitle&order_by=-1', `/giftcards/${id}`]) {
    const first = await shop.raw('GET', path);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    expect(etag).toMatch(/^"[\w-]+"$/);
    const headers = { 'if-none-match': `"other", ${etag}` };
    expect((await shop.raw('GET', path, { headers })).status).toBe(304);
    await shop.db.run(sql`update cards set price_minor = price_minor + 1 where brand_id = ${id}`);
    await shop.catalog.refresh();
    const changed = await shop.raw('GET', path, { headers });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  }
});

test('a reply that is sent again and again follows every change', async () => {
  const shop = await shopWith(...two);
  const price = async () => {
    const { body } = await shop.raw('GET', '/giftcards?limit=1&sort_by=sTitle');
    return (body.data as { cards: { nPrice: number }[] }[])[0]?.cards[0]?.nPrice;
  };
  expect([await price(), await price()]).toEqual([5, 5]);
  await shop.db.run(sql`update cards set price_minor = 450 where price_minor = 500`);
  await shop.catalog.refresh();
  expect([await price(), await price()]).toEqual([4.5, 4.5]);
});

test('POST replies are never kept', async () => {
  const shop = await shopWith(...two);
  const { headers } = await shop.call(listBrands, { body: {} });
  expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, null]);
});

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip;q=1.0, br;q=0', gunzipSync],
] as const)(
  'a client that takes %s gets it, under a tag of its own',
  async (name, accept, open) => {
    const { http } = await shopWith(...two);
    const ask = (encoding: string) =>
      http.app.inject({
        url: '/api/v1/giftcards',
        headers: { 'accept-encoding': encoding },
      });
    const plain = await ask('identity');
    const packed = await ask(accept);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe(name);
    expect(packed.headers.vary).toBe('accept-encoding');
    expect(packed.headers.etag).toBe(plain.headers.etag?.replace(/"$/, `-${name}"`));
    expect(open(packed.rawPayload)).toEqual(plain.rawPayload);
  },
);

test('every call of the catalogue is answered from memory while its tables are locked', async () => {
  const shop = await shopWith(...two);
  const id = await shop.brandId('Nimbus');
  const calls = shop.http.served.filter(({ name }) => name.startsWith('catalog.'));
  const ask = async ({ method, path }: (typeof calls)[number]) => {
    const url = path.replace('{currency}', 'usd').replace('{id}', id);
    const init = method === 'POST' ? post({}) : {};
    const signal = AbortSignal.timeout(60_000);
    return (await fetch(`${shop.url}/api/v1${url}`, { ...init, signal })).status;
  };
  await shop.owner.tx(async (tx) => {
    await tx.run(sql`lock table brands, cards, codes, brand_views in access exclusive mode`);
    expect(await Promise.all(calls.map(ask))).toEqual(calls.map(() => 200));
  });
  expect(calls.length).toBeGreaterThan(8);
});

test('a change in the database is seen without asking for it', async () => {
  const shop = await shopWith(...two);
  const id = await shop.brandId('Forge');
  const title = async () =>
    (await shop.call(showBrand, { params: { id }, body: {} })).body.data.categoryData.sTitle;
  expect(await title()).toBe('Forge');
  await shop.db.run(sql`update brands set title = 'Smithy' where id = ${id}`);
  await expect.poll(title).toBe('Smithy');
  const { body } = await shop.call(listBrands, { body: { search: 'smithy' } });
  expect(body.totalCount).toBe(1);
});

test('a card is known with its brand, and its version grows with its price', async () => {
  const shop = await shopWith(...two);
  const { id } = await shop.db.one(
    sql<{ id: string }>`select id from cards where currency = 'eur'`,
  );
  expect(shop.catalog.card(id)).toMatchObject({
    title: 'Nimbus €30',
    brandTitle: 'Nimbus',
    currency: 'eur',
    valueMinor: 3000n,
    priceMinor: 3000n,
    version: 1,
    retired: false,
  });
  await shop.db.run(sql`update cards set price_minor = 2900 where id = ${id}`);
  await expect.poll(() => shop.catalog.card(id)).toMatchObject({ priceMinor: 2900n, version: 2 });
  await shop.db.run(sql`update cards set sellable = true where id = ${id}`);
  await shop.catalog.refresh();
  expect(shop.catalog.card(id)?.version).toBe(2);
  expect(shop.catalog.card('card_unknown')).toBeUndefined();
});

test('a card keeps its worth: a card of another worth is another card', async () => {
  const shop = await shopWith(...two);
  await expect(shop.db.run(sql`update cards set value_minor = 1`)).rejects.toMatchObject({
    constraint: 'cards_keep_denomination',
  });
});

test('what is retired is not sold any more but still known to old orders', async () => {
  const shop = await shopWith(...two);
  const cards = await shop.db.rows(
    sql<{ id: string }>`update cards set retired_at = now() where price_minor = 1000 returning id`,
  );
  await shop.db.run(sql`update brands set retired_at = now() where title = 'Forge'`);
  await shop.catalog.refresh();
  const { body } = await shop.call(listBrands, { body: {} });
  expect(body.data.map(({ cards }) => cards.map(({ nPrice }) => nPrice))).toEqual([[20]]);
  expect(shop.catalog.card(cards[0]?.id ?? '')).toMatchObject({ retired: true });
  expect(shop.catalog.brandCount).toBe(1);
});

test('a card is in stock while a code of it is free', async () => {
  const shop = await shopWith(...two);
  const id = await shop.brandId('Forge');
  const inStock = async () =>
    (await shop.call(showBrand, { params: { id }, body: {} })).body.data.cards.map(
      ({ bInStock }) => bInStock,
    );
  expect(await inStock()).toEqual([false]);
  await shop.db.run(sql`insert into code_batches (id, source, loaded) values ('b', 'test', 1)`);
  await shop.db.run(sql`
    insert into codes (card_id, batch_id, serial, content, fingerprint)
    select id, 'b', 's', 'x', 'x' from cards where brand_id = ${id}`);
  await shop.catalog.refresh();
  expect(await inStock()).toEqual([true]);
});

test('how many are left is said when they are few, and to nobody while there are plenty', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const card = await makeCard(shop, { codes: fewLeft + 1 });
  await shop.raw('POST', '/cart', {
    token: anna.token,
    body: { iGiftCardId: card.id, nQuantity: 1 },
  });
  const left = async () => {
    const brand = await shop.call(showBrand, { params: { id: card.brandId }, body: {} });
    const cart = await shop.call(showCart, { token: anna.token });
    const { bInStock, nLeft } = brand.body.data.cards[0] ?? {};
    return [bInStock, nLeft, cart.body.data[0]?.nLeft];
  };
  const lose = async (codes: number) => {
    await shop.db.run(sql`update codes set state = 'void' where id in (
      select id from codes where state = 'free' order by id limit ${codes})`);
    await shop.catalog.refresh();
  };
  expect(await left()).toEqual([true, undefined, undefined]);
  await lose(1);
  expect(await left()).toEqual([true, fewLeft, fewLeft]);
  await lose(fewLeft - 1);
  expect(await left()).toEqual([true, 1, 1]);
  await lose(9);
  expect(await left()).toEqual([false, 0, 0]);
});
