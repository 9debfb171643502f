import { expect, test } from 'vitest';
import { makeCard } from '../../testing/builders.ts';
import { startShop } from '../../testing/start-shop.ts';
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
  expect(await load(2, 'AAAA-BBBB')).toEqual({ loaded: 1, errors: [] });
  const message = 'code has characters that can not be seen, at its ends or in it';
  expect(await load(3, code)).toEqual({ loaded: 0, errors: [{ line: 3, message }] });
});

test('the day on which codes expire can be read in one way only', async () => {
  const shop = await startShop({ working: false });
  const { id: cardId } = await makeCard(shop, { codes: 0 });
  const load = (expiresAt: string) =>
    importCodes(shop.db, {
      rows: [{ line: 2, cardId, serial: 'S1', code: `until ${expiresAt}`, expiresAt }],
      source: 'test',
      keys: shop.config.keys,
    });
  const errors = [{ line: 2, message: 'expires_at is no day such as 2027-12-31' }];
  for (const wrong of ['01/02/2999', '2999-02-30', '2999', 'May 5 2999', '01.02.2999'])
    expect(await load(wrong)).toEqual({ loaded: 0, errors });
  for (const right of ['2999-02-28', '2999-02-28T23:59:59Z', '2999-02-28T23:59:59+01:00'])
    expect(await load(right)).toEqual({ loaded: 1, errors: [] });
});
