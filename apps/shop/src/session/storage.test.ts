import { isNumber, isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { parseStored, shaped } from '@giftlane/client/storage/storage.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { local, localKeys, session, sessionKeys } from './storage.ts';

let values: Map<string, string>;

/** A storage as browsers have it: its keys are its own properties. */
function storage(refuse?: () => never): Storage {
  const deeds = {
    getItem: (key: string) => (refuse ? refuse() : (values.get(key) ?? null)),
    setItem: (key: string, value: string) => (refuse ? refuse() : void values.set(key, value)),
    removeItem: (key: string) => (refuse ? refuse() : void values.delete(key)),
  };
  return new Proxy(deeds as Storage, {
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

beforeEach(() => {
  values = new Map();
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
});

test('a stored value is read when it has the expected shape', () => {
  expect(parseStored('7', isNumber)).toBe(7);
});

test.each([
  ['missing', null],
  ['damaged', '{"a":'],
  ['of another shape', '"seven"'],
])('a stored value reads as empty when it is %s', (_, text) => {
  expect(parseStored(text, isNumber)).toBeNull();
});

test('what does not fit is forgotten without a word', () => {
  const place = shaped(session, sessionKeys.pendingItem, objectOf({ id: isText }));
  place.write({ id: 'card_1' });
  expect(place.read()).toEqual({ id: 'card_1' });
  values.set(sessionKeys.pendingItem, '{"card":"card_1"}');
  expect(place.read()).toBeNull();
  expect(values.size).toBe(0);
});

test('what other releases left is swept away, and nothing of the shop or of anybody else', () => {
  for (const key of ['giftlane.kept.0', localKeys.token, 'other.kept']) values.set(key, 'x');
  local.sweep();
  expect([...values.keys()]).toEqual([localKeys.token, 'other.kept']);
});

test('a storage that is closed or full breaks nothing: a value lives as long as the page, and an older one is not read for it', () => {
  values.set(localKeys.currency, 'usd');
  const setItem = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  const { getItem, removeItem } = localStorage;
  vi.stubGlobal('localStorage', { getItem, removeItem, setItem });
  local.write(localKeys.currency, 'eur');
  expect(local.read(localKeys.currency)).toBe('eur');
  expect(values.has(localKeys.currency)).toBe(false);
  const refuse = () => {
    throw new DOMException('', 'SecurityError');
  };
  for (const closed of [storage(refuse), undefined]) {
    vi.stubGlobal('localStorage', closed);
    local.write(localKeys.currency, 'gbp');
    expect(local.read(localKeys.currency)).toBe('gbp');
    local.remove(localKeys.currency);
    expect(local.read(localKeys.currency)).toBeNull();
    local.sweep();
  }
});
