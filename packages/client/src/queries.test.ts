import { expect, test } from 'vitest';
import { apiKey, isPublicKey } from './queries.ts';

test('only a call without a token has an answer for everybody, which outlives a session', () => {
  expect(isPublicKey(apiKey('GET /options', { anonymous: true }))).toBe(true);
  expect(isPublicKey(apiKey('GET /options', { anonymous: false }))).toBe(false);
  expect(isPublicKey(apiKey('GET /cart', {}))).toBe(false);
  expect(isPublicKey(apiKey('GET /cart'))).toBe(false);
});

test('the key of a route is the beginning of the keys of all its answers', () => {
  const [route] = apiKey('GET /transactions', { query: { page: 2 } });
  expect(apiKey('GET /transactions')).toEqual([route]);
});
