import { expect, test } from 'vitest';
import { answersIn, type CheckedRequest, mayKeep, mayShow, surplus, treatmentOf } from './rules.ts';

const origin = 'https://shop.example';
const asked = (
  path: string,
  change: Partial<CheckedRequest> & { headers?: Headers } = {},
): CheckedRequest => ({
  method: 'GET',
  url: new URL(path, origin).href,
  mode: 'cors',
  headers: new Headers(),
  ...change,
});
const art = '/media/ab/0123456789abcdef0123456789abcdef01234567.svg';

test.each([
  ['/assets/main-abc.js', 'asset'],
  [art, 'media'],
  [`${art.replace('/media/', '/tiles/')}.webp`, 'media'],
  ['/media/logo.svg', 'leave'],
  ['/media/ab/0123456789abcdef0123456789abcdef01234567.mp4', 'leave'],
  ['/api/v1/giftcards?currency=usd', 'catalogue'],
  ['/api/v1/giftcards/brand_x', 'catalogue'],
  ['/api/v1/minmax-price/usd', 'catalogue'],
  ['/api/v1/options', 'catalogue'],
  ['/api/v1/settings/faq', 'catalogue'],
  ['/theme.js', 'file'],
  ['/sw.js', 'leave'],
  ['/api/v1/transactions', 'leave'],
  ['/api/v1/transactions/viewCard/order_x', 'leave'],
  ['/api/v1/myprofile', 'leave'],
  ['/api/v1/cart', 'leave'],
  ['/api/v1/wallet/redeem/CODE', 'leave'],
  ['/api/v1/mail/verification/token', 'leave'],
  ['/api/v1/giftcards/../myprofile', 'leave'],
  ['https://elsewhere.example/assets/main.js', 'leave'],
])('%s is treated as %s', (path, treatment) => {
  expect(treatmentOf(asked(path), origin)).toBe(treatment);
});

test.each([
  ['/', 'page'],
  ['/account/orders?page=2', 'page'],
  ['/auth/reset-password/token', 'page'],
  ['/api/docs', 'leave'],
  [art, 'leave'],
  ['/sitemap.xml', 'leave'],
  ['/robots.txt', 'leave'],
  ['/metrics', 'leave'],
])('going to %s is treated as %s', (path, treatment) => {
  expect(treatmentOf(asked(path, { mode: 'navigate' }), origin)).toBe(treatment);
});

test('of what a page carries the catalogue’s answers are kept, and of a page without any none', () => {
  const answers = '{"/api/v1/options":{"data":[]},"/api/v1/myprofile":{"data":"\\u003c"}}';
  const page = `<div></div><script type="application/json" id="answers">${answers}</script>`;
  expect(answersIn(page, origin)).toEqual([['/api/v1/options', '{"data":[]}']]);
  expect(answersIn('<div></div>', origin)).toEqual([]);
});

test('whatever is not a GET, or asks for a part, is left to the browser', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
    expect(treatmentOf(asked('/api/v1/giftcards', { method }), origin)).toBe('leave');
  const headers = new Headers({ range: 'bytes=0-' });
  expect(treatmentOf(asked(art, { headers }), origin)).toBe('leave');
});

const answered = (change: object = {}, headers: Record<string, string> = {}) => ({
  status: 200,
  type: 'basic',
  headers: new Headers(headers),
  ...change,
});

test('an open answer may be kept', () => {
  expect(mayKeep(asked('/api/v1/giftcards'), answered())).toBe(true);
});

test.each([
  [
    'to somebody signed in',
    asked('/', { headers: new Headers({ Authorization: 't' }) }),
    answered(),
  ],
  ['to a POST', asked('/', { method: 'POST' }), answered()],
  ['that says no-store', asked('/'), answered({}, { 'cache-control': 'no-store' })],
  ['that is private', asked('/'), answered({}, { 'cache-control': 'private, max-age=5' })],
  ['that is an error', asked('/'), answered({ status: 404 })],
  ['that is a part', asked('/'), answered({ status: 206 })],
  ['of another shop', asked('/'), answered({ type: 'opaque' })],
])('an answer %s is never kept', (_, request, answer) => {
  expect(mayKeep(request, answer)).toBe(false);
});

test('what is kept is shown first only as long as its own word allows', () => {
  const given = Date.parse('Sat, 21 Nov 2026 12:00:00 GMT');
  const answer = answered(
    {},
    {
      date: 'Sat, 21 Nov 2026 12:00:00 GMT',
      'cache-control': 'public, max-age=5, stale-while-revalidate=30',
    },
  );
  expect(mayShow(answer, given + 35_000)).toBe(true);
  expect(mayShow(answer, given + 36_000)).toBe(false);
  expect(mayShow(answered(), given)).toBe(false);
});

test('the oldest go first when there are too many', () => {
  expect(surplus(['a', 'b', 'c', 'd'], 3)).toEqual(['a']);
  expect(surplus(['a'], 3)).toEqual([]);
});
