import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { keyRing } from '../../platform/secrets/secrets.ts';
import { makeCard } from '../../testing/builders.ts';
import { startShop } from '../../testing/start-shop.ts';
import { codeIdentity, endPrint, tailPrint } from './rules.ts';
import { importCodes } from './stock.ts';

test.each([
  ['a space behind it', 'AAAA-BBBB '],
  ['the end of a line behind it', 'AAAA-BBBB\n'],
  ['a mark that nobody sees', 'AAAA-\u200bBBBB'],
  ['a mark of the direction of writing', '\u202aAAAA-BBBB\u202c'],
  ['a letter that the file does not say', 'AAAA-BBB\ufffd'],
])('3 a code that was loaded is not loaded again with %s', async (_, code) => {
  const shop = await startShop({ working: false });
  const { id: cardId } = await makeCard(shop, { codes: 0 });
  const load = (line: number, one: string) =>
    importCodes(shop.db, {
      rows: [{ line, cardId, serial: 'S1', code: one }],
      source: 'test',
      keys: shop.config.keys,
    });
  expect(await load(2, 'AAAA-BBBB')).toMatchObject({ loaded: 1, errors: [] });
  const message = 'code has characters that can not be seen, at its ends or in it';
  expect(await load(3, code)).toMatchObject({ loaded: 0, errors: [{ line: 3, message }] });
});

const rowsOf = (cardId: string, codes: readonly string[]) =>
  codes.map((code, i) => ({ line: i + 2, cardId, serial: `S${i}`, code }));

test.each([
  ['a no-break space', 'AAAA BBBB 0008', 'AAAA\u00a0BBBB\u00a00008'],
  ['no spaces', 'AAAA BBBB 0008', 'AAAABBBB0008'],
  ['a typographic hyphen', 'AAAA-BBBB-0008', 'AAAA\u2011BBBB\u20130008'],
  ['a minus sign', 'AAAA-BBBB-0008', 'AAAA\u2212BBBB-0008'],
  ['full-width letters', 'AAAA-0008', '\uff21\uff21\uff21\uff21-0008'],
])('a code that looks the same is the same code: %s', async (_, code, alike) => {
  const shop = await startShop({ working: false });
  const { id: cardId } = await makeCard(shop, { codes: 0 });
  const load = (codes: readonly string[]) =>
    importCodes(shop.db, { rows: rowsOf(cardId, codes), source: 'test', keys: shop.config.keys });
  expect(await load([code, alike])).toMatchObject({
    loaded: 0,
    errors: [{ line: 3, message: 'code is on line 2 already' }],
  });
  expect(await load([alike])).toMatchObject({ loaded: 1, errors: [] });
  const again = [{ line: 2, message: 'code was loaded before' }];
  expect(await load([code])).toMatchObject({ loaded: 0, errors: again });
});

test('a code is kept with the signs that keyboards have', async () => {
  const shop = await startShop({ working: false });
  const { id: cardId } = await makeCard(shop, { codes: 0 });
  const rows = rowsOf(cardId, ['AAAA\u2011BBBB\u00a00008']);
  await importCodes(shop.db, { rows, source: 'test', keys: shop.config.keys });
  const { id, content } = await shop.db.one(sql<{ id: bigint; content: Buffer }>`
    select id, content from codes`);
  expect(shop.config.keys.open(content, codeIdentity({ id, cardId }))).toBe('AAAA-BBBB 0008');
});

test('the day on which codes expire can be read in one way only', async () => {
  const shop = await startShop({ working: false });
  const { id: cardId } = await makeCard(shop, { codes: 0 });
  const load = (validUntil: string) =>
    importCodes(shop.db, {
      rows: [{ line: 2, cardId, serial: 'S1', code: `until ${validUntil}`, validUntil }],
      source: 'test',
      keys: shop.config.keys,
    });
  const errors = [{ line: 2, message: 'expires_at is no day such as 2027-12-31' }];
  for (const wrong of ['01/02/2999', '2999-02-30', '2999', '46387', '2999-02-28T23:59:59Z'])
    expect(await load(wrong)).toMatchObject({ loaded: 0, errors });
  expect(await load('2999-02-28')).toMatchObject({ loaded: 1, expired: 0, errors: [] });
  expect(await load('2020-02-28')).toMatchObject({ loaded: 1, expired: 1, errors: [] });
});

test('a code of less than eight characters is not found by its end, which would tell half of it', () => {
  const keys = keyRing(`1:${Buffer.alloc(32, 1).toString('base64')}`);
  expect(tailPrint(keys, 'ABCD-4567')).toEqual(endPrint(keys, '4567'));
  expect(tailPrint(keys, 'ABC-4567')).not.toEqual(endPrint(keys, '4567'));
});
