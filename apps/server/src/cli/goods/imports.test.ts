/** Files as people's programs save them: recognised and said, or refused with line and column. */
import { expect, test } from 'vitest';
import { codeIdentity } from '../../features/stock/rules.ts';
import { sql } from '../../platform/db/db.ts';
import { makeCard } from '../../testing/builders.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { runOn, tempFile } from '../run.testing.ts';

const mark = Buffer.from([0xef, 0xbb, 0xbf]);
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Imports codes of a card named CARD in the file. */
async function importStock(content: string | Buffer) {
  const shop = await startShop({ working: false });
  const { id } = await makeCard(shop, { codes: 0 });
  const bytes = typeof content === 'string' ? content.replaceAll('CARD', id) : content;
  const ran = await runOn(shop, 'stock', 'import', await tempFile('stock.csv', bytes), '--json');
  const rows = await shop.db.rows(sql<{ id: bigint; serial: string; content: Buffer }>`
    select id, serial, content from codes order by id`);
  const codes = rows.map((row) => [
    row.serial,
    shop.config.keys.open(row.content, codeIdentity({ id: row.id, cardId: id })),
  ]);
  return { ...ran, said: ran.stdout === '' ? undefined : JSON.parse(ran.stdout), codes };
}

const importBrands = async (shop: TestShop, name: string, content: string | Buffer) =>
  runOn(shop, 'catalog', 'import', await tempFile(name, content));

test.each([
  ['a shortened number', 'S-1,6.01192E+18', 2, /^code is a shortened number/],
  ['a shortened serial', '6.0119E+18,AAAA-BBBB', 2, /^serial is a shortened number/],
  ['a rounded number', 'S-1,6301190012345670000', 2, /^code has only zeros after 15 digits/],
  [
    'rounded numbers',
    'S-1,6301190012345670\r\nCARD,S-2,6301190012345680',
    3,
    /^code has only zeros/,
  ],
  ['a formula', 'S-1,=B2&C2', 2, /^code is a formula/],
  ['an error of the spreadsheet', 'S-1,#NAME?', 2, /wrote #NAME\?/],
  ['a look-alike', 'S-1,AAAA BBBB 0008\r\nCARD,S-2,AAAA\u00a0BBBB\u00a00008', 3, /on line 2/],
])('what is sold as a code is one: %s is refused', async (_, rows, line, message) => {
  const { code, said, codes } = await importStock(`card_id,serial,code\r\nCARD,${rows}\r\n`);
  expect([code, codes]).toEqual([1, []]);
  expect(said.errors).toContainEqual(
    expect.objectContaining({ line, message: expect.stringMatching(message) }),
  );
});

test('a number that ends in zeros is a code where others of its length do not, or where it was kept as text', async () => {
  const rows = 'CARD,S-1,6301190012345670\nCARD,S-2,6301190012345678\n';
  const long = 'CARD,S-3,="6301190012345670000"\n';
  const { codes } = await importStock(`card_id,serial,code\n${rows}${long}`);
  expect(codes.map(([, code]) => code)).toEqual([
    '6301190012345670',
    '6301190012345678',
    '6301190012345670000',
  ]);
});

test.each([
  ['quoted', '"=""0012""","=""00123456"""'],
  ['bare', '="0012",="00123456"'],
])('a text that a spreadsheet wrote as a formula is unwrapped: %s', async (_, cells) => {
  const { said, codes } = await importStock(`card_id,serial,code\r\nCARD,${cells}\r\n`);
  expect(codes).toEqual([['0012', '00123456']]);
  expect(said.notes).toEqual(['Cells written as ="…", read as the text in them: 2.']);
});

test.each([
  ['semicolons', 'card_id;serial;code\r\nCARD;S;AAAA-BBBB\r\n', 'separated by semicolons'],
  ['tabs', 'card_id\tserial\tcode\r\nCARD\tS\tAAAA-BBBB\r\n', 'separated by tabs'],
  ['empty columns', 'card_id,serial,code,,\r\nCARD,S,AAAA-BBBB,,\r\n', 'Empty columns left out: 2'],
  ['empty rows', 'card_id,serial,code\r\nCARD,S,AAAA-BBBB\r\n,,\r\n', 'Empty rows left out: 1'],
  ['a byte order mark', '\ufeffcard_id,serial,code\r\nCARD,S,AAAA-BBBB\r\n', 'byte order mark'],
])('the shape of a sheet is recognised and said: %s', async (_, content, note) => {
  const { codes, said } = await importStock(content);
  expect(codes).toEqual([['S', 'AAAA-BBBB']]);
  expect(said.notes).toEqual([expect.stringContaining(note)]);
});

test('a refusal speaks of the sheet, not of a parser', async () => {
  const short = await importStock('card_id,serial,code\nCARD,S\n');
  expect(short.said.errors).toEqual([{ line: 2, column: '', message: '2 cells instead of 3' }]);
  const open = await importStock('card_id,serial,code\nCARD,S,"AAAA-BBBB\n');
  expect(open.said.errors).toEqual([
    { line: 2, column: '', message: 'A quotation mark opens in this row and never closes' },
  ]);
  const column = await importStock('card_id,serial,pin\n');
  expect(column.said.errors.map((error: { column: string }) => error.column)).toEqual([
    'code',
    'pin',
  ]);
});

test('an import warns of equal serials and of codes that have expired', async () => {
  const rows = 'CARD,S,AAAA-0001,2020-01-31\nCARD,S,AAAA-0002,\n';
  const { said, codes } = await importStock(`card_id,serial,code,expires_at\n${rows}`);
  expect(codes).toHaveLength(2);
  expect(said.notes).toEqual([
    'Warning: the serial is on an earlier line, too: line 3.',
    'Warning: 1 codes have expired already; none is sold.',
  ]);
});

const brands =
  'brand,title,category,currency,value,price\r\ncafe,Café Müller,Shopping,eur,25,25\r\n';

test.each([
  ['UTF-8 with a mark', Buffer.concat([mark, Buffer.from(brands)])],
  ['UTF-16', utf16(brands)],
  ['UTF-16, the other way round', utf16(brands).swap16()],
])('a file is read where its encoding is certain: %s', async (_, content) => {
  const shop = await startShop({ working: false });
  const { code, stderr } = await importBrands(shop, 'brands.csv', content);
  expect([code, stderr]).toEqual([0, '']);
  expect(await shop.db.rows(sql`select title from brands`)).toEqual([{ title: 'Café Müller' }]);
});

test.each([
  [
    'windows-1252',
    Buffer.from(brands, 'latin1'),
    "line 2: This file isn't UTF-8 but probably windows-1252",
  ],
  [
    'windows-1251',
    Buffer.from([0x61, 0x0a, 0xcf, 0xf0, 0xe8, 0xe2]),
    "line 2: This file isn't UTF-8 but another",
  ],
  [
    'UTF-16 without its mark',
    utf16(brands).subarray(2),
    "line 1: This file isn't UTF-8 but probably UTF-16",
  ],
  ['letters lost before', Buffer.from('a\nCaf\ufffd'), 'line 2: A character is damaged'],
  ['a workbook', Buffer.from('PK\u0003\u0004\0\0'), 'line 1: This is a workbook'],
])(
  'a file is refused by its encoding and line, whatever takes it: %s',
  async (_, content, words) => {
    const shop = await startShop({ working: false });
    const file = await tempFile('file.csv', content);
    const commands = [
      ['catalog', 'import', file],
      ['stock', 'import', file],
      ['page', 'set', '/tnc', file],
      ['newsletter', 'send', file, '--subject', 'News'],
    ];
    const ran = await Promise.all(commands.map((command) => runOn(shop, ...command)));
    expect(ran.map(({ code, stderr }) => [code, stderr.includes(words)])).toEqual(
      Array(4).fill([1, true]),
    );
  },
);

test('decimal commas are read where semicolons separate the columns, and nowhere else', async () => {
  const shop = await startShop({ working: false });
  const head = 'brand;title;category;currency;value;price;discount\n';
  const good = `${head}cafe;Café;Shopping;eur;25;24,50;2,5\n`;
  const { stdout } = await importBrands(shop, 'brands.csv', good);
  expect(stdout).toContain('Numbers read with a decimal comma: 2.');
  expect(await shop.db.rows(sql`select price_minor, discount_bp from cards`)).toEqual([
    { price_minor: 2450n, discount_bp: 250 },
  ]);
  const grouped = await importBrands(shop, 'brands.csv', good.replace('24,50', '1,000'));
  expect(grouped.stdout).toContain('line 2: price: Use an amount');
  const quoted = 'brand,currency,value,price\ncafe,eur,25,"24,50"\n';
  expect((await importBrands(shop, 'brands.csv', quoted)).stdout).toContain('line 2: price: Use');
});
