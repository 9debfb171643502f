import { parseStored } from '@giftlane/client/storage/storage.ts';
import { expect, test } from 'vitest';
import { areViewed, withViewed } from './viewed.ts';

test('the last twelve brands are kept, each once, the newest first', () => {
  const ids = Array.from({ length: 15 }, (_, n) => `brand_${n}`);
  const kept = ids.reduce(withViewed, [] as readonly string[]);
  expect(kept).toHaveLength(12);
  expect(kept[0]).toBe('brand_14');
  expect(withViewed(kept, 'brand_9').slice(0, 2)).toEqual(['brand_9', 'brand_14']);
  expect(withViewed(kept, 'brand_9')).toHaveLength(12);
});

test.each([null, '', '{}', '["<b>"]', '[1]', '["a", ""]'])('damaged ids are none: %s', (text) => {
  expect(parseStored(text, areViewed)).toBeNull();
});
