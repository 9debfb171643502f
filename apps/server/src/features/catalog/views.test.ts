import { listBrands, showBrand } from '@giftlane/contract/shop/catalog.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { lockWaits } from '../../testing/locks.ts';
import { openCatalog } from './catalog.ts';
import { type CatalogShop, shopWith } from './test-shop.ts';
import { countViews } from './views.ts';

const viewsOf = async ({ db }: CatalogShop, id: string) =>
  (await db.first(sql<{ views: bigint }>`select views from brand_views where brand_id = ${id}`))
    ?.views;

/** Somebody else: each visitor counts once a day. */
const from = (number: number) => ({ 'x-forwarded-for': `198.51.100.${number}` });

test('CAT-10 looking at a brand counts, and best sellers follow', async () => {
  const shop = await shopWith({ title: 'Alpha', views: 2 }, { title: 'Beta', views: 1 });
  const id = await shop.brandId('Beta');
  await Promise.all([
    shop.call(showBrand, { params: { id }, body: {}, headers: from(1) }),
    shop.call(showBrand, { params: { id }, body: { currency: 'eur' }, headers: from(2) }),
    shop.raw('GET', `/giftcards/${id}`, { headers: from(3) }),
  ]);
  await shop.raw('GET', `/categories/${id}`);
  await shop.catalog.refresh();
  const { body } = await shop.call(listBrands, { body: {} });
  expect(body.data.map(({ categoryData: { sTitle, nViews } }) => [sTitle, nViews])).toEqual([
    ['Beta', 4],
    ['Alpha', 2],
  ]);
});

test('a look that is answered the short way counts like any other', async () => {
  const shop = await shopWith({ title: 'Alpha' });
  const id = await shop.brandId('Alpha');
  // Measured for the process, in which other tests ask, too.
  const measured = async () => {
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    const count = /_count\{method="GET",route="\/api\/v1\/giftcards\/:id",status="2xx"\} (\d+)/;
    return Number(count.exec(metrics)?.[1] ?? 0);
  };
  const before = await measured();
  for (let i = 0; i < 5; i += 1) await shop.raw('GET', `/giftcards/${id}`, { headers: from(i) });
  await shop.catalog.refresh();
  expect(await viewsOf(shop, id)).toBe(5n);
  expect((await measured()) - before).toBe(5);
});

test('a refresh reads the views it wrote, also behind a turn that is under way', async () => {
  const shop = await shopWith({ title: 'Alpha' });
  const id = await shop.brandId('Alpha');
  const turns = await shop.owner.tx(async (tx) => {
    await tx.run(sql`lock table brand_views in exclusive mode`);
    shop.catalog.countView(id, 'Anna');
    const early = shop.catalog.refresh();
    await expect.poll(() => lockWaits(shop.db)).toBe(1);
    shop.catalog.countView(id, 'Ben');
    return [early, shop.catalog.refresh()];
  });
  await Promise.all(turns);
  const { body } = await shop.call(listBrands, { body: {} });
  expect(body.data[0]?.categoryData.nViews).toBe(2);
});

test('views of two processes add up', async () => {
  const shop = await shopWith({ title: 'Alpha' });
  const id = await shop.brandId('Alpha');
  const open = () =>
    openCatalog({ db: shop.db, log: shop.log, stockLevels: async () => new Map() });
  const others = await Promise.all([open(), open()]);
  for (const other of others) for (let i = 0; i < 10; i += 1) other.countView(id, `visitor ${i}`);
  await Promise.all(others.map((other) => other.close()));
  expect(await viewsOf(shop, id)).toBe(20n);
});

test('views that can not be written keep nobody from ending', async () => {
  const shop = await shopWith({ title: 'Alpha' });
  const other = await openCatalog({ ...shop, stockLevels: async () => new Map() });
  await shop.owner.script('alter table brand_views rename to away');
  other.countView(await shop.brandId('Alpha'), 'Anna');
  await other.close();
  await shop.owner.script('alter table away rename to brand_views');
});

test('views that could not be written are written the next time', async () => {
  const shop = await shopWith({ title: 'Alpha' });
  const id = await shop.brandId('Alpha');
  await shop.owner.script('alter table brand_views rename to away');
  shop.catalog.countView(id, 'Anna');
  await expect(shop.catalog.refresh()).rejects.toThrow();
  await shop.owner.script('alter table away rename to brand_views');
  shop.catalog.countView(id, 'Ben');
  await shop.catalog.refresh();
  expect(await viewsOf(shop, id)).toBe(2n);
});

test('a view of a brand that is not there harms nothing', async () => {
  const shop = await shopWith({ title: 'Alpha' });
  shop.catalog.countView('brand_unknown', 'Anna');
  await shop.catalog.refresh();
  expect(await viewsOf(shop, 'brand_unknown')).toBeUndefined();
});

test('looking again and again makes no best seller: a visitor counts once a day', async () => {
  const shop = await shopWith({ title: 'Alpha' }, { title: 'Beta' });
  const [alpha, beta] = await Promise.all([shop.brandId('Alpha'), shop.brandId('Beta')]);
  const look = (id: string, address: string) =>
    shop.raw('GET', `/giftcards/${id}`, { headers: { 'x-forwarded-for': address } });
  for (let i = 0; i < 20; i += 1) await look(alpha, `2001:db8:1:2::${i}`);
  await look(alpha, '198.51.100.1');
  await look(beta, '198.51.100.1');
  await shop.catalog.refresh();
  expect(await viewsOf(shop, alpha)).toBe(2n);
  expect(await viewsOf(shop, beta)).toBe(1n);
});

test('who has looked is forgotten after a day, and what is remembered is bounded', async () => {
  const shop = await shopWith({ title: 'Alpha' });
  const id = await shop.brandId('Alpha');
  let now = 0;
  const views = countViews(shop.db, () => now);
  const counted = async () => {
    await views.flush();
    return viewsOf(shop, id);
  };
  views.count(id, 'Anna');
  now = hours(11);
  views.count(id, 'Anna');
  expect(await counted()).toBe(1n);
  now = hours(25);
  views.count(id, 'Anna');
  expect(await counted()).toBe(2n);
  for (let i = 0; i < 100_000; i += 1) views.count('brand_unknown', `visitor ${i}`);
  views.count(id, 'Anna');
  expect(await counted()).toBe(3n);
});
