import { expect, test } from 'vitest';
import { noticeOf, pathOf } from './notices.ts';

test('a message is shown with its words, its tag and the page it leads to', () => {
  const said = { title: 'Ready', body: 'Order 1', path: '/account/orders', tag: 'a' };
  const shown = noticeOf(JSON.stringify(said));
  expect(shown).toMatchObject({ title: 'Ready', body: 'Order 1', tag: 'a' });
  expect(pathOf(shown.data)).toBe('/account/orders');
});

test.each([undefined, '', 'null', '[]', '{"title":1}', 'words'])(
  'what can not be read is shown by the name of the shop: %j',
  (said) => {
    const shown = noticeOf(said);
    expect(shown.title).toBe('Giftlane');
    expect(pathOf(shown.data)).toBe('/');
  },
);

test.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', '/\\evil.example', 7])(
  'a notification never leads to %s',
  (path) => {
    expect(pathOf({ path })).toBe('/');
  },
);
