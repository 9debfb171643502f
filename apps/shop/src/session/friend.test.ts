import { parseStored } from '@giftlane/client/storage/storage.ts';
import { expect, test } from 'vitest';
import { codeIn, isFresh, isReferral } from './friend.ts';

const code = 'abcdefgh12345678';

test('a friend’s code is read out of an address, and nothing that could be none', () => {
  expect(codeIn(`?friend=${code}`)).toBe(code);
  expect(codeIn(`?page=2&friend=${code}`)).toBe(code);
  for (const other of [
    '',
    '?friend=',
    '?friend=SHOUTED345678901',
    `?friend=${code}x`,
    '?friend=<b>',
  ])
    expect(codeIn(other)).toBeNull();
});

test.each([
  null,
  '',
  '{}',
  '{"code":"x","at":1}',
  `{"code":"${code}"}`,
  `{"code":"${code}","at":"1"}`,
])('what does not fit is forgotten: %s', (text) => {
  expect(parseStored(text, isReferral)).toBeNull();
});

test('a link counts for thirty days', () => {
  const day = 24 * 60 * 60_000;
  const now = 100 * day;
  expect(isFresh({ code, at: now - 30 * day }, now)).toBe(true);
  expect(isFresh({ code, at: now - 30 * day - 1 }, now)).toBe(false);
  expect(isFresh({ code, at: now + day }, now)).toBe(false);
});
