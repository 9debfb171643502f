import { myProfile } from '@giftlane/contract/members/accounts.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeMember, testPassword } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, fromElsewhere, phone } from './browser.ts';
import { signIn } from './journey.ts';

const { visit } = browserForFile();

const question = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

const touchedAt = (page: Page) => page.evaluate(() => localStorage.getItem('giftlane.touchedAt'));

/** Opens the profile with a clock that can be turned, and waits until the watch is there. */
async function openProfile(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/account/profile');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await expect.poll(() => touchedAt(page)).not.toBeNull();
}

/** Presses a key and waits until that has counted. */
async function touch(page: Page): Promise<void> {
  const before = await touchedAt(page);
  await page.keyboard.press('Shift');
  await expect.poll(() => touchedAt(page)).not.toBe(before);
}

test('GLOB-09, SESS-09, SESS-12, SESS-13 who is away for 15 minutes is asked, and signed out a minute later', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(fromElsewhere(shop.url), { token: anna.token });
  await openProfile(page);
  await page.clock.fastForward('14:30');
  await touch(page);
  await page.clock.fastForward('14:30');
  expect(await question(page).count()).toBe(0);
  await page.clock.fastForward('00:40');
  await question(page)
    .getByText(/^[3-5]\d$/)
    .waitFor();
  expect(await question(page).getByRole('button').allTextContents()).toEqual([
    '',
    'Logout',
    'Stay Logged In',
  ]);
  // Touching the page is no answer.
  await page.mouse.move(200, 200);
  await page.clock.fastForward('00:20');
  await question(page)
    .getByText(/^[1-3]?\d$/)
    .waitFor();
  await page.keyboard.press('Enter');
  await question(page).waitFor({ state: 'detached' });
  await page.clock.fastForward('14:30');
  expect(await question(page).count()).toBe(0);
  await page.clock.fastForward('00:40');
  await question(page).waitFor();
  await page.clock.fastForward('01:01');
  const notice = "You've been automatically logged out due to inactivity.";
  await page.getByText(notice).waitFor();
  await page.waitForURL(/[0-9]\/$/);
  await page.clock.fastForward('30:00');
  expect(await page.getByText(notice).count()).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('giftlane.token'))).toBeNull();
  await expect
    .poll(async () => (await shop.call(myProfile, { token: anna.token })).status)
    .toBe(401);
});

test('GLOB-09 Logout in the question signs out at once', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(fromElsewhere(shop.url), { token: anna.token, size: phone });
  await openProfile(page);
  await page.clock.fastForward('15:05');
  await question(page).getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(/[0-9]\/$/);
  expect(await page.evaluate(() => localStorage.getItem('giftlane.token'))).toBeNull();
});

test('SESS-11 on the own machine nobody is signed out for thinking', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token });
  await page.clock.install();
  await page.goto('/account/profile', { waitUntil: 'networkidle' });
  for (const [pause, room] of [
    ['15:30', 'Orders'],
    ['40:00', 'Profile'],
  ] as const) {
    await page.clock.fastForward(pause);
    // A question would lie over the links; whoever is signed out has none.
    await page.getByRole('main').getByRole('link', { name: room, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: room }).waitFor();
    expect(await question(page).count()).toBe(0);
  }
  expect((await shop.call(myProfile, { token: anna.token })).status).toBe(200);
});

test('ROUTE-32, GLOB-02, PROF-13, PROF-19 a member sets another password and signs in with it', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token });
  await page.goto('/');
  await page.getByRole('button', { name: 'Account' }).click();
  const menu = page.getByRole('dialog', { name: 'Account' });
  await menu.getByRole('button', { name: 'Logout' }).waitFor();
  expect(await menu.getByRole('link').allTextContents()).toEqual(
    expect.arrayContaining(['Profile', 'My Orders', 'Change Password']),
  );
  await menu.getByRole('link', { name: 'Change Password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Change Password' }).waitFor();
  const save = page.getByRole('button', { name: 'Change password' });
  await page.getByLabel('Old password').fill('Wrong-one-1');
  await page.getByLabel('New password', { exact: true }).fill('Brand-new-9');
  await page.getByLabel('Retype new password').fill('Brand-new-9');
  await save.click();
  await page.getByText('Password is wrong').waitFor();
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('Brand-new-9');
  await page.getByLabel('Old password').fill(testPassword);
  await save.click();
  await page.getByText('Your password is changed').waitFor();
  await page.waitForURL(/[0-9]\/$/);
  await page.goto('/auth/login');
  await signIn(page, anna.email, 'Brand-new-9');
  await page.getByRole('button', { name: 'Account' }).waitFor();
});
