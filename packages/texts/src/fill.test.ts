import { expect, test } from 'vitest';
import { fill } from './fill.ts';
import { pseudo } from './pseudo.ts';

const message = '{count, plural, one {# card} other {# cards}} for {name}';

test.each([
  [1, '1 card for Anna'],
  [0, '0 cards for Anna'],
  [2, '2 cards for Anna'],
])('%i takes its form of the plural', (count, filled) => {
  expect(fill(message, { count, name: 'Anna' })).toBe(filled);
});

test('a placeholder without a fact stays, so that it is seen', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
});

test('the pseudo-locale keeps placeholders and plurals, and changes all else', () => {
  expect(fill(pseudo(message), { count: 1, name: 'Anna' })).toMatch(/^\[1 çårð för Anna[~ ]+\]$/);
  expect(fill(pseudo(message), { count: 2, name: 'Anna' })).toMatch(/^\[2 çårðš för Anna[~ ]+\]$/);
});
