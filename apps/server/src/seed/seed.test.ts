import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listBrands } from '@giftlane/contract/shop/catalog.ts';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import { startShop } from '../testing/start-shop.ts';
import { cardArt, logoArt, mostBytes } from './art/card-art.ts';
import { canSet } from './art/lettering.ts';
import { palettes } from './art/palettes.ts';
import { patternNames } from './art/patterns.ts';
import { bestSellerCount, inventBrands } from './brands.ts';
import { cardsWithoutCodes } from './queries.ts';
import { demoSize, seedCatalog } from './seed.ts';

async function seededShop() {
  const dataDir = await mkdtemp(join(tmpdir(), 'giftlane-seed-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const shop = await startShop({ working: false, env: { DATA_DIR: dataDir } });
  const seed = () =>
    seedCatalog(
      { db: shop.db, files: shop.files, keys: shop.config.keys },
      { brands: 30, codes: 2, bestSellerCodes: 20 },
    );
  return { shop, seed, dataDir };
}

test('the demo has its best sellers first, every card in stock, and pictures that are there', async () => {
  const { shop, seed } = await seededShop();
  expect(await seed()).toMatchObject({ brands: 30, codes: expect.any(Number) });
  await shop.catalog.refresh();
  const { body } = await shop.call(listBrands, { body: {} });
  expect(body.data.slice(0, 6).map(({ categoryData }) => categoryData.sTitle)).toEqual(
    inventBrands(6).map(({ title }) => title),
  );
  expect(body.data.flatMap(({ cards }) => cards).every(({ bInStock }) => bInStock)).toBe(true);
  const { sBanner = '', sLogo = '' } = body.data[0]?.categoryData ?? {};
  for (const path of [sBanner, sLogo])
    expect((await fetch(`${shop.url}/media/${path}`)).headers.get('content-type')).toContain('svg');
});

test('best sellers of the demo have their codes before other brands are shown', async () => {
  const { shop, seed } = await seededShop();
  await shop.owner.script(`
    create function brands_wait() returns trigger language plpgsql as $$
    begin
      if (select count(*) from brands) > ${bestSellerCount} and (not exists (select from codes)
          or exists (select from cards c where not exists (select from codes where card_id = c.id)))
      then raise exception 'brands are shown before the cards of others have codes';
      end if;
      return null;
    end $$;
    create trigger brands_wait after insert on brands
      for each statement execute function brands_wait();`);
  await seed();
  const { doubled } = await shop.db.one(sql<{ doubled: number }>`
    select (count(*) - count(distinct serial))::int as doubled from codes`);
  expect(doubled).toBe(0);
});

test('the demo can be made twice: nothing is doubled', async () => {
  const { shop, seed, dataDir } = await seededShop();
  const state = async () => ({
    counts: await shop.db.one(sql<object>`
      select (select count(*) from brands) as brands, (select count(*) from cards) as cards,
        (select count(*) from codes) as codes, (select sum(views) from brand_views) as views`),
    files: (await readdir(dataDir, { recursive: true })).sort(),
  });
  await seed();
  const before = await state();
  expect(await seed()).toMatchObject({ codes: 0 });
  expect(await state()).toEqual(before);
});

test('codes are joined with nothing to find the cards without any: before PostgreSQL 18 it would be in loops', async () => {
  const { shop, seed } = await seededShop();
  await seed();
  const plans: string[] = [];
  await cardsWithoutCodes({
    async rows({ text, values }) {
      const { rows } = await shop.db.pool.query(`explain ${text}`, [...values]);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    },
  });
  const [reading = '', ...others] = plans.filter((plan) => plan.includes(' codes'));
  expect(others).toEqual([]);
  expect(reading).not.toMatch(/Join|Nested Loop/);
});

test('the demo is 1,200 brands, two or three currencies each, three to eight values in each', () => {
  expect(demoSize.brands).toBe(1_200);
  expect(demoSize.codes).toBeGreaterThan(0);
  expect(demoSize.bestSellerCodes).toBeGreaterThanOrEqual(1_000);
  const brands = inventBrands(demoSize.brands);
  expect(new Set(brands.map(({ title }) => title)).size).toBe(1_200);
  expect(new Set(brands.map(({ category }) => category)).size).toBe(5);
  const shapes = brands.map(({ cards }) => {
    const currencies = new Set(cards.map(({ currency }) => currency)).size;
    return { currencies, values: cards.length / currencies };
  });
  expect(new Set(shapes.map(({ currencies }) => currencies))).toEqual(new Set([2, 3]));
  expect(Math.min(...shapes.map(({ values }) => values))).toBeGreaterThanOrEqual(3);
  expect(Math.max(...shapes.map(({ values }) => values))).toBeLessThanOrEqual(8);
  expect(inventBrands(40)).toEqual(brands.slice(0, 40));
});

test('every card is small, every name can be set, and the patterns are many', () => {
  const brands = inventBrands(1_200);
  const sizes = brands.map(({ slug, title }) => Buffer.byteLength(cardArt(slug, title)));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(mostBytes);
  expect(brands.filter(({ title }) => !canSet(title))).toEqual([]);
  expect(Math.max(...brands.map(({ slug, title }) => logoArt(slug, title).length))).toBeLessThan(
    2_500,
  );
  expect(patternNames.length).toBeGreaterThanOrEqual(12);
});

/** Relative luminance as WCAG has it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each(palettes)('names can be read: $ink on $ground', ({ ink, ground }) => {
  const [light = 0, dark = 0] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(4.5);
});
