/** The catalogue in the back office. */
import * as calls from '@giftlane/contract/office/catalogue.ts';
import { listBrands } from '@giftlane/contract/shop/catalog.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import { startShop } from '../../testing/start-shop.ts';
import { type CatalogShop, fill, shopWith } from './test-shop.ts';

const nimbus = { title: 'Nimbus Arcade', prices: { usd: [10, 25] } };

/** A brand as it is shown, turned into what is sent to save it. */
type Shown = Awaited<ReturnType<typeof open>>['brand'];
function edited({ _id, sSlug, dUpdatedAt, aCards, ...brand }: Shown, changes: object = {}) {
  const cards = aCards.map(({ aComing, ...card }: Shown['aCards'][number]) => card);
  return { ...brand, aCards: cards, ...changes };
}

async function open(shop: CatalogShop, title = nimbus.title) {
  const olga = await makeOperator(shop, 'catalogue');
  const id = await shop.brandId(title);
  const show = async () => (await olga.call(calls.showOfficeBrand, { params: { id } })).data;
  const save = (body: object) =>
    olga.call(calls.saveBrand, { params: { id }, body: body as never });
  return { olga, id, brand: await show(), show, save };
}

/** Prices as the shop sells at. */
async function sold(shop: CatalogShop) {
  await shop.catalog.refresh();
  const { body } = await shop.call(listBrands, { body: {} });
  return body.data.flatMap(({ cards }) => cards.map(({ nPrice }) => nPrice));
}

test('a brand saved in the office is what the shop shows, and its cards get a new version', async () => {
  const shop = await shopWith(nimbus);
  const { brand, save } = await open(shop);
  const [card] = brand.aCards;
  const before = shop.catalog.card(card._id)?.version;
  const cards = [{ ...edited(brand).aCards[0], nPrice: 9.5, nDiscount: 2.5 }];
  const { status, data } = await save(
    edited(brand, { sTitle: 'Nimbus', sShortSellDesc: '=1+1', aCards: cards }),
  );
  expect([status, data.sTitle, data.aCards[0].nPrice]).toEqual([200, 'Nimbus', 9.5]);
  expect(await sold(shop)).toEqual([9.5, 25]);
  expect(shop.catalog.card(card._id)).toMatchObject({ discountBp: 250, brandTitle: 'Nimbus' });
  expect(shop.catalog.card(card._id)?.version).toBe((before ?? 0) + 1);
});

test('who saves a brand that somebody else has changed meanwhile is refused, and nothing is written', async () => {
  const shop = await shopWith(nimbus);
  const { brand, save, show } = await open(shop);
  const both = await Promise.all([
    save(edited(brand, { sTitle: 'Mine' })),
    save(edited(brand, { sTitle: 'Theirs' })),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.map(({ code }) => code)).toContain('catalog.changed');
  const title = both.find(({ status }) => status === 200)?.data.sTitle;
  expect(await show()).toMatchObject({ sTitle: title });
});

test('a new brand takes an address of its own, and a card once put away is not on sale but stays', async () => {
  const shop = await shopWith(nimbus);
  const { olga, brand, save } = await open(shop);
  const { nRevision, ...rest } = edited(brand);
  const card = { ...rest.aCards[0], _id: undefined };
  const add = (sSlug: string) =>
    olga.call(calls.addBrand, {
      body: { ...rest, sTitle: 'Orbit', sSlug, aCards: [card] } as never,
    });
  expect((await add('nimbus-arcade')).code).toBe('catalog.brand_exists');
  expect((await add('orbit')).status).toBe(200);
  expect(await sold(shop)).toEqual([10, 25, 10]);
  const [first, second] = edited(brand).aCards;
  await save(edited(brand, { aCards: [{ ...first, bRetired: true }] }));
  expect(await sold(shop)).toEqual([25, 10]);
  expect(shop.catalog.card(first._id)?.retired).toBe(true);
  expect(second).toBeDefined();
});

test('prices from a date hold from then on, once, also when two workers apply them', async () => {
  const shop = await shopWith(nimbus);
  const { brand, save, show } = await open(shop);
  const { at } = await shop.db.one(sql<{ at: Date }>`select app_now() as at`);
  const dPricesFrom = new Date(at.getTime() + minutes(20)).toISOString();
  const [ten, twentyFive] = edited(brand).aCards;
  await save(edited(brand, { aCards: [{ ...ten, nPrice: 8 }, twentyFive], dPricesFrom }));
  const waiting = await show();
  expect(waiting.aCards.map((card: Shown) => card.aComing)).toEqual([
    [expect.objectContaining({ dFrom: dPricesFrom, nPrice: 8, nDiscount: null })],
    [],
  ]);
  const apply = () => shop.chores.find(({ name }) => name === 'catalog.prices')?.run();
  await apply();
  expect(await sold(shop)).toEqual([10, 25]);
  await shop.moveClock(minutes(20));
  await Promise.all([apply(), apply()]);
  expect(await sold(shop)).toEqual([8, 25]);
  const version = shop.catalog.card(ten._id)?.version;
  // A price that somebody sets by hand later is not undone by the one that came.
  const now = await show();
  expect(now.aCards[0].aComing).toEqual([]);
  await save(edited(now, { aCards: [{ ...edited(now).aCards[0], nPrice: 7 }] }));
  await apply();
  expect(await sold(shop)).toEqual([7, 25]);
  expect(shop.catalog.card(ten._id)?.version).toBe((version ?? 0) + 1);
});

test('of several prices that came due the last one holds, and one can be called off before', async () => {
  const shop = await shopWith(nimbus);
  const { olga, brand, save, show } = await open(shop);
  const { at } = await shop.db.one(sql<{ at: Date }>`select app_now() as at`);
  const inHours = (n: number) => new Date(at.getTime() + hours(n)).toISOString();
  const [ten] = edited(brand).aCards;
  let now = brand;
  for (const [n, nPrice] of [
    [3, 5],
    [1, 8],
    [2, 6],
  ] as const) {
    await save(edited(now, { aCards: [{ ...ten, nPrice }], dPricesFrom: inHours(n) }));
    now = await show();
  }
  const last = now.aCards[0].aComing.at(-1);
  const drop = () => olga.call(calls.dropComingPrice, { params: { id: last._id } });
  expect([(await drop()).status, (await drop()).status]).toEqual([200, 404]);
  await shop.moveClock(hours(4));
  await shop.chores.find(({ name }) => name === 'catalog.prices')?.run();
  expect(await sold(shop)).toEqual([6, 25]);
});

test('placed brands come first among best sellers, in their order', async () => {
  const shop = await shopWith(
    { title: 'Alpha', views: 1 },
    { title: 'Beta', views: 9 },
    { title: 'Gamma', views: 5 },
  );
  const olga = await makeOperator(shop, 'catalogue');
  const titles = async () => {
    await shop.catalog.refresh();
    const { body } = await shop.call(listBrands, { body: { sort_by: 'nViews', order_by: -1 } });
    return body.data.map(({ categoryData }) => categoryData.sTitle);
  };
  const [alpha, gamma] = [await shop.brandId('Alpha'), await shop.brandId('Gamma')];
  const place = (aBrands: string[], aBefore: string[]) =>
    olga.call(calls.placeBest, { body: { aBrands, aBefore } });
  expect((await place([alpha, gamma], [])).status).toBe(200);
  expect(await titles()).toEqual(['Alpha', 'Gamma', 'Beta']);
  expect((await place([gamma], [])).code).toBe('catalog.changed');
  expect((await place([gamma, alpha], [alpha, gamma])).status).toBe(200);
  expect(await titles()).toEqual(['Gamma', 'Alpha', 'Beta']);
  expect((await place(['brand_nobody'], [gamma, alpha])).code).toBe('catalog.not_found');
});

test('brands are found by beginnings of words, page by page, also those put away', async () => {
  const titles = Array.from({ length: 60 }, (_, i) => `Brand ${String(i).padStart(2, '0')}`);
  const shop = await shopWith(...titles.map((title) => ({ title })));
  await shop.db.run(sql`update brands set retired_at = app_now() where title = 'Brand 07'`);
  const olga = await makeOperator(shop, 'catalogue');
  const list = async (query: object) => (await olga.call(calls.listOfficeBrands, { query })).data;
  const first = await list({});
  const second = await list({ sAfter: first.sNext });
  const all = [...first.aRows, ...second.aRows].map(({ sTitle }: Shown) => sTitle);
  expect([all, first.aRows.length, second.sNext]).toEqual([titles, 50, null]);
  const found = await list({ sSearch: 'bra 07' });
  expect(found.aRows).toEqual([expect.objectContaining({ sTitle: 'Brand 07', bRetired: true })]);
  expect((await list({ sSearch: '!' })).aRows).toHaveLength(50);
  const { status } = await olga.call(calls.listOfficeBrands, { query: { sAfter: 'x' } });
  expect(status).toBe(400);
});

test('a picture is drawn anew: its shape, no metadata, and nothing that is no picture', async () => {
  const shop = await startShop({ working: false });
  const olga = await makeOperator(shop, 'catalogue');
  const upload = (bytes: Buffer, kind: 'art' | 'logo') =>
    olga.call(calls.uploadPicture, {
      params: { kind },
      body: new File([Uint8Array.from(bytes)], 'x'),
    });
  const photo = sharp({ create: { width: 900, height: 900, channels: 3, background: '#0b6b47' } });
  const jpeg = await photo
    .withExif({ IFD0: { Copyright: '<script>' } })
    .jpeg()
    .toBuffer();
  const { status, data } = await upload(Buffer.concat([jpeg, Buffer.from('<script>')]), 'art');
  expect([status, data.sPath]).toEqual([200, expect.stringMatching(/^..\/[0-9a-f]{40}\.webp$/)]);
  const served = await officeOf(shop).app.inject(`/media/${data.sPath}`);
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 1280, height: 807 });
  expect(served.rawPayload.includes('<script>')).toBe(false);
  expect(
    (await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo')).code,
  ).toBe('upload.format');
  const strange = await makeOperator(shop, 'support');
  const params = { kind: 'logo' } as const;
  const body = new File([Uint8Array.from(jpeg)], 'x');
  expect((await strange.call(calls.uploadPicture, { params, body })).status).toBe(403);
});

test('a file is not read of somebody who may not send it, and no other call takes one', async () => {
  const shop = await fill(await startShop({ working: false }), [nimbus]);
  const office = officeOf(shop);
  const send = (url: string, bytes: number) =>
    office.app.inject({
      method: 'POST',
      url: `/api/v1${url}`,
      headers: { origin: 'http://localhost:3001', 'content-type': 'application/octet-stream' },
      payload: Buffer.alloc(bytes),
    });
  expect((await send('/office/pictures/art', 20_000_000)).statusCode).toBe(401);
  expect((await send('/office/brands', 10)).statusCode).toBe(415);
});
