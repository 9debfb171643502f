import { isText } from '@giftlane/client/storage/shapes.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { anythingKept, forgetKept, keepAnswer, keepMember, keptAnswer, keptName } from './kept.ts';

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
  localStorage.setItem('giftlane.token', 'a token');
});

const called = (_id: string) => keepMember({ _id, sFullName: `${_id} X` } as User);

test('what is kept can be read again, with its time, as long as it has the shape', () => {
  called('anna');
  keepAnswer('anna', 'orders 1', 'three');
  expect(keptAnswer('orders 1', isText)).toEqual({ value: 'three', at: expect.any(String) });
  keepAnswer('anna', 'orders 1', 3);
  expect(keptAnswer('orders 1', isText)).toBeUndefined();
});

test('without a token nothing can be read', () => {
  called('anna');
  keepAnswer('anna', 'orders 1', 'one');
  localStorage.removeItem('giftlane.token');
  expect(keptAnswer('orders 1', isText)).toBeUndefined();
  expect(anythingKept()).toBe(false);
  expect(keptName()).toBeUndefined();
});

test('another member finds nothing of the one before', () => {
  called('anna');
  keepAnswer('anna', 'orders 1', 'hers');
  called('anna');
  expect(anythingKept()).toBe(true);
  called('ben');
  expect(keptName()).toBe('ben X');
  expect(anythingKept()).toBe(false);
  // An answer to her that comes late is not kept for him.
  keepAnswer('anna', 'orders 1', 'hers');
  expect(anythingKept()).toBe(false);
});

test('a few are kept, the newest first, and only as much as is small', () => {
  called('anna');
  for (const page of ['1', '2', '3', '4', '5']) keepAnswer('anna', `orders ${page}`, page);
  expect(keptAnswer('orders 1', isText)).toBeUndefined();
  expect(keptAnswer('orders 5', isText)?.value).toBe('5');
  keepAnswer('anna', 'orders 6', 'x'.repeat(199_900));
  expect(keptAnswer('orders 5', isText)).toBeUndefined();
  expect(keptAnswer('orders 6', isText)).toBeDefined();
  keepAnswer('anna', 'orders 7', 'x'.repeat(300_000));
  expect(anythingKept()).toBe(false);
});

test('a damaged record reads as none, and so does one of an older release', () => {
  for (const record of [
    '{"owner":"anna","name":"A","answers":[{}]}',
    '{"owner":"anna","answers":[{"key":"orders 1","at":"2026-01-01T00:00:00.000Z","value":1}]}',
  ]) {
    localStorage.setItem('giftlane.kept', record);
    expect(anythingKept()).toBe(false);
    expect(localStorage.getItem('giftlane.kept')).toBeNull();
  }
  forgetKept();
});
