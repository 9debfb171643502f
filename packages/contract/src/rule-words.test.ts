import { text } from '@giftlane/texts/text.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { ruleWords } from './rule-words.ts';
import { quantitySchema } from './shop/cart.ts';

// Other files of this worker may have words too, set when their modules were loaded.
const { customError } = z.config();
beforeAll(() => void z.config({ customError: ruleWords }));
afterAll(() => void z.config({ customError }));

const shape = z.strictObject({
  name: z.string().min(2).max(3),
  count: z.number().int().min(1),
  list: z.array(z.string()).max(1),
  kind: z.enum(['buy', 'sell']),
});
const good = { name: 'abc', count: 1, list: [], kind: 'buy' };
const words = (change: Record<string, unknown>) =>
  shape.safeParse({ ...good, ...change }).error?.issues[0]?.message;

test('rules without words of their own speak from the catalogue', () => {
  expect(words({})).toBeUndefined();
  expect(words({ name: undefined })).toBe(text('error.missing'));
  expect(words({ name: 5 })).toBe(text('error.notText'));
  expect(words({ name: 'a' })).toBe(text('error.charactersLeast', { min: 2 }));
  expect(words({ name: 'abcd' })).toBe(text('error.tooLong', { max: 3 }));
  expect(words({ count: '1' })).toBe(text('error.notNumber'));
  expect(words({ count: 1.5 })).toBe(text('error.notWhole'));
  expect(words({ count: 0 })).toBe(text('error.numberLeast', { min: 1 }));
  expect(words({ list: ['a', 'b'] })).toBe(text('error.entriesMost', { max: 1 }));
  expect(words({ kind: 'gift' })).toBe(text('error.notOneOf', { values: 'buy, sell' }));
  expect(words({ total: 5 })).toBe(text('error.unknownFields', { fields: 'total' }));
});

test('a quantity that is too large says how many fit into an order', () => {
  const refused = quantitySchema.safeParse(1001).error?.issues[0]?.message;
  expect(refused).toBe(text('error.orderTooMany', { max: 1000 }));
});
