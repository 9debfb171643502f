import { expect, test } from 'vitest';
import { canonicalPath, titleOf } from './pages.ts';

test.each([
  ['/', '/'],
  ['/home', '/'],
  ['/home/', '/'],
  ['/gift-cards', '/gift-cards'],
  ['/gift-cards/', '/gift-cards'],
  ['/gift-cards/brand_x', '/gift-cards/brand_x'],
  ['/errors-explained', '/errors-explained'],
  ['/account', undefined],
  ['/account/orders', undefined],
  ['/auth/login', undefined],
  ['/mail/verification/token', undefined],
  ['/reset-password/verification/token', undefined],
  ['/link/expired', undefined],
  ['/404', undefined],
  ['/error', undefined],
  ['/sell-cards', '/sell-cards'],
  ['/sell-cards/brand_x', undefined],
])('%s goes by %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});

test('a title ends with the shop', () => {
  expect(titleOf('Gift Cards')).toBe('Gift Cards · Giftlane');
});
