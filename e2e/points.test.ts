/** Points: the page, using them by the keyboard, and a friend's link from a visitor to a member. */
import { expect, test } from 'vitest';
import { givePoints } from '../apps/server/src/features/points/points.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember, testPassword } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile, longTest, phone } from './browser.ts';
import { answered, fillSignUp, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

test('HOME-07 points become wallet money by the keyboard alone, once', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  // The answer is lost: the next press is the same one. Known to the browser before the page is: what a page already
  // sends past its service worker, it may go on sending so for a moment.
  let lost = false;
  await page.route('**/api/v1/points/spend', async (route) => {
    if (lost) return route.continue();
    lost = true;
    await route.fetch();
    await route.abort();
  });
  await page.goto('/account/points');
  await page.getByText('No points yet').waitFor();
  await page.getByText('100 to go before you can convert them.').waitFor();
  await page.getByText('You earn 1% of what you pay for gift cards').waitFor();
  await page.getByText('Nobody has joined with your link yet.').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await scanBoth(page, 'points, none yet');

  await givePoints(shop, anna, 1_250n);
  await page.reload();
  await page.getByText('Worth $12.50 in your wallet').waitFor();
  const opener = page.getByRole('button', { name: 'Convert to wallet money' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Convert points to wallet money' });
  const field = dialog.getByLabel('Points to convert');
  await expect.poll(() => field.inputValue()).toBe('1250');
  await scanBoth(page, 'using points');
  await field.fill('50');
  await page.keyboard.press('Enter');
  await dialog.getByText('Use at least 100 points at once.').waitFor();
  await field.fill('1251');
  await page.keyboard.press('Enter');
  await dialog.getByText("You don't have that many points.").waitFor();
  await field.fill('1000');
  await dialog.getByRole('button', { name: 'Add $10.00 to my wallet' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('Server is unavailable.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('$10.00 from your points added to your wallet.').waitFor();
  await page.getByText('Worth $2.50 in your wallet').waitFor();
  await page.getByText('Converted to wallet money').waitFor();
  expect(await anna.balance()).toBe(10_00n);
  await scanBoth(page, 'points');
});

longTest('HOME-07 a friend’s link ties who signs up over it, days later and once', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const hers = await visit(shop.url, { token: anna.token });
  await hers.goto('/account/points');
  await hers.getByRole('button', { name: 'Copy link' }).waitFor();
  const shown = hers.getByText(/\/\?friend=/);
  const link = (await shown.textContent()) ?? '';
  // Its end tells whose it is: it is seen whole also where there is little room.
  await hers.setViewportSize({ width: 240, height: 640 });
  expect(await shown.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  const page = await visit(shop.url, { size: phone });
  await page.goto(new URL(link).pathname + new URL(link).search);
  await page.getByText('How it works').first().waitFor();
  // The code is kept, and in nobody's way.
  expect(new URL(page.url()).search).toBe('');
  await page.goto('/auth/signup');
  const email = `vera-${Date.now()}@example.com`;
  await fillSignUp(page, email, testPassword);
  const tied = answered(page, '/points/friend');
  await page.getByRole('button', { name: 'Create account' }).click();
  await tied;
  const rows = await shop.db.rows(
    sql<{ inviter: string }>`select inviter_id as inviter from friends`,
  );
  expect(rows).toEqual([{ inviter: anna.id }]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('giftlane.friend'))).toBeNull();
  await hers.reload();
  await hers.getByText('Pending').waitFor();
});
