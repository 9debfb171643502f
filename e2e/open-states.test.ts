/** What opens over a page, waits, fails or is uncovered, as axe sees it in both colour schemes. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeCard, orderBody } from '../apps/server/src/testing/builders.ts';
import { initiated } from '../apps/server/src/testing/buying.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scan } from './axe.ts';
import { browserForFile, desktop, fromElsewhere, longTest, phone } from './browser.ts';
import { openOrder, withoutWords } from './journey.ts';

const { visit } = browserForFile();

/** Keeps an answer back for good: the page goes on waiting. */
const neverAnswer = (page: Page, calls: string) => page.route(calls, () => undefined);

const look = { size: phone, reducedMotion: true };

longTest('axe finds nothing in what a visitor opens, waits for or gets wrong', async () => {
  const shop = await startShop({ working: false });
  await makeCard(shop);
  const page = await visit(shop.url, look);
  await page.goto('/gift-cards');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Nimbus').waitFor();
  await scan(page, 'filter sheet');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await scan(page, 'menu');

  const list = '**/api/v1/giftcards?*';
  await neverAnswer(page, list);
  await page.goto(withoutWords('/gift-cards'));
  await page.getByText('Loading giftcards').waitFor();
  await scan(page, 'a list on its way');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(list, (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await page.getByText("We couldn't load the gift cards").waitFor();
  await page.getByRole('alert').waitFor();
  await scan(page, 'a list that failed, and its notice');
  await page.unrouteAll();

  for (const [address, button, words] of [
    ['/auth/login', 'Sign in', 'Password is required'],
    ['/auth/forgot-password', 'Send link', 'Email is required'],
    ['/auth/reset-password/some-token', 'Save new password', 'Re Password is required'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    await page.getByText(words).waitFor();
    await scan(page, `${address} with errors`);
  }
  for (const [address, calls] of [
    ['/mail/verification/some-token', '**/api/v1/mail/verification/*'],
    ['/reset-password/verification/some-token', '**/api/v1/password/forgot/*'],
  ] as const) {
    await neverAnswer(page, calls);
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await scan(page, address);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

longTest('axe finds nothing in what a member opens and uncovers', async () => {
  const shop = await startShop({ working: false });
  const { anna } = await initiated(shop);
  const card = await makeCard(shop, { codes: 2 });
  const body = orderBody(anna, { card, quantity: 2, totalMinor: 20_00n });
  expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
  const page = await visit(fromElsewhere(shop.url), { ...look, token: anna.token });
  await page.clock.install();
  await openOrder(page);
  await page.getByRole('button', { name: 'Reveal code S1' }).click();
  await page.getByRole('button', { name: 'Copy code S1' }).waitFor();
  await page.getByRole('button', { name: 'Reveal code S2' }).click();
  await page.getByRole('button', { name: 'Copy 2 revealed codes' }).click();
  await page.getByText('2 codes copied').waitFor();
  await scan(page, 'revealed codes, receipt and notice');

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Download codes' }).click();
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  await dialog.getByText('Password is required').waitFor();
  await scan(page, 'download with an error');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await openOrder(page, 1);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog', { name: 'Cancel this order?' }).waitFor();
  await scan(page, 'cancel');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.setViewportSize(desktop);
  for (const name of ['Wallet', 'Account']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog', { name, exact: true }).waitFor();
    await scan(page, name);
    await page.keyboard.press('Escape');
  }
  await page.clock.fastForward('15:05');
  await page.getByRole('dialog', { name: 'Are you still there?' }).waitFor();
  await scan(page, 'Are you still there?');
});

test('the way back of an Android phone closes a dialog instead of leaving the page', async () => {
  const shop = await startShop({ working: false });
  const { brandId } = await makeCard(shop);
  const page = await visit(shop.url, { size: phone });
  // A browser on a desk has no such key: the test asks what it would ask.
  await page.addInitScript(`{
    const Native = CloseWatcher;
    window.watchers = [];
    window.CloseWatcher = class extends Native {
      constructor() { super(); watchers.push(this); }
    };
    Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => 'Mozilla/5.0 (Linux; Android 15)' });
  }`);
  await page.goto(`/gift-cards/${brandId}`);
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Terms' }).waitFor();
    await page.evaluate('watchers.at(-1).requestClose()');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${shop.url}/gift-cards/${brandId}`);
  }
});
