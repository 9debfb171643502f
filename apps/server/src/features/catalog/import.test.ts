import { describe, expect, test } from 'vitest';
import { type Db, sql } from '../../platform/db/db.ts';
import { shopForAll, startShop } from '../../testing/start-shop.ts';
import { importCatalog } from './catalog.ts';

const header =
  'brand,title,category,short_desc,description,redeem,logo,banner,video,currency,value,price,discount,cashback,service_charge,exchange_fees,read_only,sellable';
const csv = [
  header,
  'nimbus,Nimbus Arcade,Gaming,Play,"Line one\nline two",Type it in,l.svg,b/b.svg,,usd,25,24.50,2,1.5,0.25,3,no,yes',
  'nimbus,,,,,,,,,eur,50,50,,,,,,',
  'café,Wrong,Gaming,,,,,,,usd,1,1,,,,,,',
].join('\n');
const good = csv.split('\n').slice(0, 4).join('\n');

const counts = (db: Db) =>
  db.one(sql<{ brands: bigint; cards: bigint }>`
    select (select count(*) from brands) as brands, (select count(*) from cards) as cards`);

test('an import creates brands with their cards, and once more changes nothing', async () => {
  const { db } = await startShop({ working: false });
  expect(await importCatalog(db, { text: good, format: 'csv' })).toEqual({
    brands: { created: 1, updated: 0, unchanged: 0 },
    cards: { created: 2, updated: 0, unchanged: 0 },
    errors: [],
    errorCount: 0,
    notes: [],
  });
  const first = await db.rows(sql<object>`
    select b.slug, b.title, b.description, b.banner, b.revision, c.*
    from cards c join brands b on b.id = c.brand_id order by c.currency desc`);
  expect(first).toMatchObject([
    {
      description: 'Line one\nline two',
      banner: 'b/b.svg',
      value_minor: 2500n,
      price_minor: 2450n,
      discount_bp: 200,
      cashback_bp: 150,
      service_charge_bp: 25,
      exchange_fees_bp: 300,
      read_only: false,
      sellable: true,
    },
    { currency: 'eur', price_minor: 5000n, discount_bp: 0, sellable: false },
  ]);
  expect(await importCatalog(db, { text: good, format: 'csv' })).toMatchObject({
    brands: { created: 0, updated: 0, unchanged: 1 },
    cards: { created: 0, updated: 0, unchanged: 2 },
  });
  const second = await db.rows(sql<object>`
    select b.slug, b.title, b.description, b.banner, b.revision, c.*
    from cards c join brands b on b.id = c.brand_id order by c.currency desc`);
  expect(second).toEqual(first);
});

test('a column that is absent leaves things as they are', async () => {
  const { db } = await startShop({ working: false });
  await importCatalog(db, { text: good, format: 'csv' });
  const text = 'brand,currency,value,price\nnimbus,USD,25,20';
  expect(await importCatalog(db, { text, format: 'csv' })).toMatchObject({
    brands: { unchanged: 1 },
    cards: { created: 0, updated: 1, unchanged: 0 },
  });
  expect(
    await db.one(sql`select title, discount_bp, version from cards
      join brands on brands.id = brand_id where currency = 'usd'`),
  ).toEqual({ title: 'Nimbus Arcade', discount_bp: 200, version: 2 });
});

test('JSON says the same as CSV, with the lines of its rows', async () => {
  const { db } = await startShop({ working: false });
  const rows = [
    {
      brand: 'nimbus',
      title: 'Nimbus "{[',
      category: 'Gaming',
      currency: 'usd',
      value: 25,
      price: 24.5,
    },
    { brand: 'nimbus', currency: 'usd', value: '50', price: 50, sellable: true, cashback: null },
  ];
  const json = JSON.stringify(rows, null, 2);
  expect(await importCatalog(db, { text: json, format: 'json' })).toMatchObject({
    brands: { created: 1 },
    cards: { created: 2 },
    errors: [],
  });
  const wrong = json.replace('"50"', '0.001').replace('"sellable"', '"sell"');
  expect((await importCatalog(db, { text: wrong, format: 'json' })).errors).toMatchObject([
    { line: 10, column: 'sell' },
    { line: 10, column: 'value' },
  ]);
});

describe('files of which nothing is written', () => {
  const shop = shopForAll({ working: false });

  test.each([
    ['a column nobody knows', 'csv', 'brand,colour\nnimbus,red', 1, 'colour'],
    ['a column twice', 'csv', 'brand,title,title\nnimbus,a,b', 1, 'title'],
    ['no brand column', 'csv', 'title\nNimbus', 1, 'brand'],
    ['a quote that never ends', 'csv', 'brand,title\nnimbus,"a', 2, ''],
    ['JSON that breaks off', 'json', '[\n{"brand": "nimbus",', 2, ''],
    ['JSON that is no list', 'json', '{"brand": "nimbus"}', 1, ''],
    ['JSON with a list in a cell', 'json', '[{"brand": []}]', 1, 'brand'],
    ['JSON with a row that is none', 'json', '[\n\n7]', 3, ''],
  ] as const)('a file is refused: %s', async (_, format, text, line, column) => {
    const { errors } = await importCatalog(shop().db, { text, format });
    expect(errors).toContainEqual({ line, column, message: expect.any(String) });
  });

  test('a dry run tells the same and writes nothing', async () => {
    const { db } = shop();
    expect(await importCatalog(db, { text: good, format: 'csv', dryRun: true })).toMatchObject({
      brands: { created: 1 },
      cards: { created: 2 },
    });
    expect(await counts(db)).toEqual({ brands: 0n, cards: 0n });
  });

  test('every problem is told with its line and column, and nothing is written', async () => {
    const { db } = shop();
    const text = [
      header,
      'nimbus,Nimbus,Gaming,,"two\nlines",,,,,usd,25,24.505,101,x,,,maybe,',
      'nimbus,Nimbo,Gamin,,,,../l.svg,,,usd,25,0,,,,,,',
      'Nim Bus,Nimbus,Gaming,,,,,,,usd,,5,,,,,,',
      'other,,,,,,,,,pounds,5,5,,,,,,',
      'short,row',
    ].join('\n');
    const { errors, errorCount } = await importCatalog(db, { text, format: 'csv' });
    expect(errors.map(({ line, column }) => `${line} ${column}`).sort()).toEqual([
      '2 cashback',
      '2 discount',
      '2 price',
      '2 read_only',
      '4 ',
      '4 category',
      '4 logo',
      '4 price',
      '4 title',
      '5 brand',
      '5 value',
      '6 category',
      '6 currency',
      '6 title',
      '7 ',
    ]);
    expect(errorCount).toBe(errors.length);
    expect(await counts(db)).toEqual({ brands: 0n, cards: 0n });
  });

  test('one wrong line among good ones keeps all of them out', async () => {
    const { db } = shop();
    const { errors } = await importCatalog(db, { text: csv, format: 'csv' });
    expect(errors).toMatchObject([{ line: 5, column: 'brand' }]);
    expect(await counts(db)).toEqual({ brands: 0n, cards: 0n });
  });

  test('of a thousand problems all are counted and a hundred told', async () => {
    const { db } = shop();
    const text = `brand\n${'WRONG\n'.repeat(1_000)}`;
    const { errors, errorCount } = await importCatalog(db, { text, format: 'csv' });
    expect([errors.length, errorCount]).toEqual([100, 1_000]);
  });
});

test('two imports at once do not get in each other’s way', async () => {
  const { db } = await startShop({ working: false });
  const both = await Promise.all(
    [1, 2].map(() => importCatalog(db, { text: good, format: 'csv' })),
  );
  expect(both.map(({ brands }) => brands.created).sort()).toEqual([0, 1]);
  expect(await counts(db)).toEqual({ brands: 1n, cards: 2n });
});
