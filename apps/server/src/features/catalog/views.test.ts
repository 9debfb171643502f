import { listBrands, showBrand } from '@giftlane/contract/catalog.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { lockWaits } from '../../testing/locks.ts';
import { openCatalog } from './catalog.ts';
import { type CatalogShop, shopWith } from './test-shop.ts';

const viewsOf = async ({ db }: CatalogShop, id: string) =>
  (await db.first(sql<{ views: bigint }>`select views from brand_views where brand_id = ${id}`))
    ?.views;

test('CAT-10 looking at a brand counts, and best sellers follow', async () => {
  const shop = await shopWith({ title: 'Alpha', views: 2 }, { title: 'Beta', views: 1 });
  const id = await shop.brandId('Beta');
  await Promise.all([
    shop.call(showBrand, { params: { id }, body: {} }),
    shop.call(showBrand, { params: { id }, body: { currency: 'eur' } }),
    shop.raw('GET', `/giftcards/${id}`),
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
  for (let i = 0; i < 5; i += 1) await shop.raw('GET', `/giftcards/${id}`);
  await shop.catalog.refresh();
  expect(await viewsOf(shop, id)).toBe(5n);
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  expect(metrics).toMatch(
    /_count\{method="GET",route="\/api\/v1\/giftcards\/:id",status="200"\} 5/,
  );
});

test('a refresh reads the views it wrote, also behind a turn that is under way', async () => {
  const shop = await shopWith({ title: 'Alpha' });
  const id = await shop.brandId('Alpha');
  const turns = await shop.db.tx(async (tx) => {
    await tx.run(sql`lock table brand_views in exclusive mode`);
    shop.catalog.countView(id);
    const early = shop.catalog.refresh();
    await expect.poll(() => lockWaits(shop.db)).toBe(1);
    shop.catalog.countView(id);
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
  for (const other of others) for (let i = 0; i < 10; i += 1) other.countView(id);
  await Promise.all(others.map((other) => other.close()));
  expect(await viewsOf(shop, id)).toBe(20n);
});

test('views that can not be written keep nobody from ending', async () => {
  const shop = await shopWith({ title: 'Alpha' });
  const other = await openCatalog({ ...shop, stockLevels: async () => new Map() });
  await shop.db.script('alter table brand_views rename to away');
  other.countView(await shop.brandId('Alpha'));
  await other.close();
  await shop.db.script('alter table away rename to brand_views');
});

test('views that could not be written are written the next time', async () => {
  const shop = await shopWith({ title: 'Alpha' });
  const id = await shop.brandId('Alpha');
  await shop.db.script('alter table brand_views rename to away');
  shop.catalog.countView(id);
  await expect(shop.catalog.refresh()).rejects.toThrow();
  await shop.db.script('alter table away rename to brand_views');
  shop.catalog.countView(id);
  await shop.catalog.refresh();
  expect(await viewsOf(shop, id)).toBe(2n);
});

test('a view of a brand that is not there harms nothing', async () => {
  const shop = await shopWith({ title: 'Alpha' });
  shop.catalog.countView('brand_unknown');
  await shop.catalog.refresh();
  expect(await viewsOf(shop, 'brand_unknown')).toBeUndefined();
});
