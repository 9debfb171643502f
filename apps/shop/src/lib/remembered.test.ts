import { expect, test } from 'vitest';
import { landingAfterLogin, ownPath, pendingItemOf } from './remembered.ts';

test('ROUTE-41: a remembered path of the shop is returned to, with its query', () => {
  expect(ownPath('/account/orders?tab=sell')).toBe('/account/orders?tab=sell');
});

test.each([
  ['nothing', null],
  ['another site', 'https://example.com/'],
  ['another site without a scheme', '//example.com/'],
  ['a backslash, which browsers read as a slash', '/\\example.com'],
  ['a line break, which browsers drop', '/\n/example.com'],
  ['a script', 'javascript:alert(1)'],
  ['a sign-in page, which would send on again', '/auth/login'],
])('ROUTE-41: a stored path is not followed when it is %s', (_, stored) => {
  expect(ownPath(stored)).toBeNull();
});

test('CARD-13: a pending item is read as it was kept', () => {
  expect(pendingItemOf('{"id":"card_1","quantity":3}')).toEqual({ id: 'card_1', quantity: 3 });
});

test.each([
  ['absent', null],
  ['not JSON', '{'],
  ['without a card', '{"quantity":1}'],
  ['of quantity zero', '{"id":"card_1","quantity":0}'],
  ['of half a card', '{"id":"card_1","quantity":1.5}'],
])('CARD-14: a pending item is ignored when it is %s', (_, stored) => {
  expect(pendingItemOf(stored)).toBeNull();
});

test.each([
  ['the remembered path first', '/gift-cards/b', { id: 'c', quantity: 1 }, '/gift-cards/b'],
  ['the list when only a card is pending', null, { id: 'c', quantity: 1 }, '/gift-cards'],
  ['home otherwise', null, null, '/'],
])('OPEN-02: signing in leads to %s', (_, path, item, landing) => {
  expect(landingAfterLogin(path, item)).toBe(landing);
});
