import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  landingAfterLogin,
  noteWay,
  ownPath,
  readPath,
  readPendingItem,
  rememberPath,
  rememberPendingItem,
} from './remembered.ts';

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

test('ROUTE-41: a remembered path of the shop is returned to, with its query', () => {
  expect(ownPath('/account/orders?tab=sell')).toBe('/account/orders?tab=sell');
});

test.each([
  ['another site', 'https://example.com/'],
  ['another site without a scheme', '//example.com/'],
  ['a backslash, which browsers read as a slash', '/\\example.com'],
  ['a line break, which browsers drop', '/\n/example.com'],
  ['a script', 'javascript:alert(1)'],
  ['a sign-in page, which would send on again', '/auth/login'],
])('ROUTE-41: a stored path is not followed when it is %s', (_, stored) => {
  expect(ownPath(stored)).toBeNull();
});

test('ROUTE-41: the way back ends when it is another way, or after a while, and not on the way into the shop', () => {
  rememberPath('/account/cart');
  for (const way of ['/auth/signup', '/mail/verified', '/reset-password/verification/x', '/tnc'])
    noteWay(way);
  expect(readPath()).toBe('/account/cart');
  vi.setSystemTime(Date.now() + 31 * 60_000);
  expect(readPath()).toBeNull();
  rememberPath('/account/cart');
  noteWay('/authors');
  expect(readPath()).toBeNull();
});

test('ROUTE-41: what an older release remembered is not followed', () => {
  sessionStorage.setItem('giftlane.path', '/account/cart');
  expect(readPath()).toBeNull();
});

test('CARD-13: a pending item is read as it was kept', () => {
  rememberPendingItem({ id: 'card_1', quantity: 3 });
  expect(readPendingItem()).toEqual({ id: 'card_1', quantity: 3 });
});

test.each([
  ['not JSON', '{'],
  ['without a card', '{"quantity":1}'],
  ['of quantity zero', '{"id":"card_1","quantity":0}'],
  ['of half a card', '{"id":"card_1","quantity":1.5}'],
])('CARD-14: a pending item is ignored when it is %s', (_, stored) => {
  expect(readPendingItem()).toBeNull();
  sessionStorage.setItem('giftlane.pendingItem', stored);
  expect(readPendingItem()).toBeNull();
});

test.each([
  ['the remembered path first', '/gift-cards/b', { id: 'c', quantity: 1 }, '/gift-cards/b'],
  ['the list when only a card is pending', null, { id: 'c', quantity: 1 }, '/gift-cards'],
  ['home otherwise', null, null, '/'],
])('OPEN-02: signing in leads to %s', (_, path, item, landing) => {
  expect(landingAfterLogin(path, item)).toBe(landing);
});
