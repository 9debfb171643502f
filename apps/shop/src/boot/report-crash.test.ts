import { crashSchema } from '@giftlane/contract/members/crashes.ts';
import { expect, test } from 'vitest';
import { framesOf, pageOf } from './report-crash.ts';

test('a crash tells the page without its ids and tokens', () => {
  expect(pageOf('/')).toBe('/');
  expect(pageOf('/gift-cards/brand_01HX')).toBe('/gift-cards/:');
  expect(pageOf('/mail/verification/anna')).toBe('/mail/verification/anna');
  expect(pageOf(`/reset-password/${'aB3'.repeat(14)}`)).toBe('/reset-password/:');
  expect(pageOf(`/reset-password/${'a'.repeat(43)}`)).toBe('/reset-password/:');
});

test('a crash tells the places in the shop’s own scripts, and none of its words', () => {
  const stack = `TypeError: anna@example.com is not a function
    at reveal (https://shop.example/assets/page-C0ffee12.js:1:2345)
    at https://elsewhere.example/extension.js:2:3
    at n (https://shop.example/assets/vendor-_x.js:9:1)`;
  const aFrames = framesOf(stack);
  expect(aFrames).toEqual(['page-C0ffee12.js:1:2345', 'vendor-_x.js:9:1']);
  expect(framesOf('/assets/a.js:1:1\n'.repeat(20))).toHaveLength(8);
  for (const path of ['/', '/account/', '/a/b/c/d/e/f/g', '/gift-cards/brand_1', '//'])
    crashSchema.parse({ sPage: pageOf(path), sError: 'TypeError', aFrames });
});

test('nothing that could be about a person fits into a report', () => {
  const good = { sPage: '/', sError: 'Error', aFrames: [] };
  for (const bad of [
    { sPage: '/anna@example.com' },
    { sPage: '/account/orders/ord_12' },
    { sError: 'Anna said so' },
    { aFrames: ['Anna 1:2:3'] },
    { sMessage: 'words' },
  ])
    expect(crashSchema.safeParse({ ...good, ...bad }).success).toBe(false);
});
