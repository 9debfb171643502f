/** The back office in a browser. */
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { addOperator } from '../apps/server/src/features/operators/operators.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile } from './browser.ts';
import { sidewaysScroll } from './journey.ts';
import { startOffice } from './office.ts';

const { visit } = browserForFile();

test('an invited operator sets up their account by keyboard, signs out and in again', async () => {
  const shop = await startShop({ working: false });
  const url = await startOffice(shop);
  const operator = { email: 'olga@giftlane.test', role: 'support' } as const;
  const token = await shop.db.tx((tx) => addOperator(tx, shop.config.keys, operator));
  const code = async (secret: string) => {
    const { at } = await shop.db.one(sql<{ at: Date }>`select app_now() as at`);
    return new TOTP({ secret }).generate({ timestamp: at.getTime() });
  };
  const page = await visit(url);
  await page.goto(`/invitation#${token}`);
  await page.getByText(operator.email).waitFor();
  await scanBoth(page, 'invitation');
  const secret = await page.getByRole('code').innerText();
  await page.getByLabel('Your name').fill('Olga Orlova');
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('This code is wrong or was already used').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await code(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await sidewaysScroll(page)).toBe(0);
  await scanBoth(page, 'sign in');
  // Without a session every page leads to the sign-in, and so does a link that has lost its token.
  for (const address of ['/', '/nowhere', '/invitation']) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }
  await shop.moveClock(60_000);
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
  await page.getByLabel('Code', { exact: true }).fill(await code(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  for (const address of ['/sign-in', '/nowhere']) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'Today' }).waitFor();
  }
});
