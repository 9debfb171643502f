import { beforeEach, expect, test, vi } from 'vitest';
import { anythingKept, forgetKept, keepAnswer, keepOnlyFor, keptAnswer } from './kept.ts';

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
  localStorage.setItem('giftlane.token', 'a token');
});

test('what is kept can be read again, with its time', () => {
  keepAnswer('anna', 'orders 1', { total: 3 });
  expect(keptAnswer('orders 1')).toMatchObject({ value: { total: 3 }, at: expect.any(String) });
});

test('without a token nothing can be read', () => {
  keepAnswer('anna', 'orders 1', 1);
  localStorage.removeItem('giftlane.token');
  expect(keptAnswer('orders 1')).toBeUndefined();
  expect(anythingKept()).toBe(false);
});

test('another member finds nothing of the one before', () => {
  keepAnswer('anna', 'orders 1', 'hers');
  keepOnlyFor('anna');
  expect(anythingKept()).toBe(true);
  keepAnswer('ben', 'orders 2', 'his');
  expect(keptAnswer('orders 1')).toBeUndefined();
  keepOnlyFor('anna');
  expect(anythingKept()).toBe(false);
});

test('a few are kept, the newest first, and only as much as is small', () => {
  for (const page of [1, 2, 3, 4, 5]) keepAnswer('anna', `orders ${page}`, page);
  expect(keptAnswer('orders 1')).toBeUndefined();
  expect(keptAnswer('orders 5')?.value).toBe(5);
  keepAnswer('anna', 'orders 6', 'x'.repeat(199_900));
  expect(keptAnswer('orders 5')).toBeUndefined();
  expect(keptAnswer('orders 6')).toBeDefined();
  keepAnswer('anna', 'orders 7', 'x'.repeat(300_000));
  expect(anythingKept()).toBe(false);
});

test('a damaged record reads as none', () => {
  localStorage.setItem('giftlane.kept', '{"owner":"anna","answers":[{}]}');
  expect(anythingKept()).toBe(false);
  forgetKept();
  expect(localStorage.getItem('giftlane.kept')).toBeNull();
});
