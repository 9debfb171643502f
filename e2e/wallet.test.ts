/** The wallet: its movements, and the gift cards that are redeemed into it. */
import { expect, test } from 'vitest';
import {
  makeVoucher,
  otherPin,
  permit,
  redeem,
} from '../apps/server/src/features/wallet/cards.testing.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, phone } from './browser.ts';
import { sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

test('WAL-26, WAL-27, WAL-28, WAL-29, WAL-30, WAL-31, WAL-38 a wallet gift card is looked up, refused in words that keep what was typed, and redeemed once', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const [card, euro, used] = [
    await makeVoucher(shop),
    await makeVoucher(shop, 'eur'),
    await makeVoucher(shop),
  ];
  const other = await makeMember(shop);
  const spent = await redeem(shop, other, { ...used, permit: await permit(shop, other) });
  expect(spent.status).toBe(200);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  const released = Promise.withResolvers<void>();
  await page.route('**/wallet/transactions?*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/account/wallet');
  await page.getByRole('status').getByText('Loading Transactions...').waitFor();
  released.resolve();
  await page.getByText('No Wallet Transactions Found.').waitFor();

  // Escape gives the keyboard back to what opened the dialog.
  const opener = page.getByRole('button', { name: 'Redeem' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Redeem a gift card' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Redeem a gift card' }).waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((button) => button.matches(':focus'))).toBe(true);
  await page.getByRole('button', { name: 'Redeem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Redeem a gift card' });
  const code = dialog.getByLabel('Code');
  const lookUp = dialog.getByRole('button', { name: 'Look up' });
  await lookUp.click();
  await dialog.getByText('Code is required').waitFor();
  for (const [typed, words] of [
    ['ABCD-EFGH-JKMN-PQRS', 'Card not found'],
    [euro.code, 'Card Currency not matched.'],
    [used.code, 'Card was allready Redemeed'],
  ] as const) {
    await code.fill(typed);
    await lookUp.click();
    // At the field and as a notice.
    await dialog.getByText(words).waitFor();
    await page.getByRole('alert').getByText(words).waitFor();
    expect(await code.inputValue()).toBe(typed);
    expect(await dialog.getByLabel('Pin').count()).toBe(0);
  }
  await code.fill(` ${card.code.toLowerCase()} `);
  await lookUp.click();
  await dialog.getByText('This card is worth $25.00.').waitFor();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => code.inputValue()).toBe(card.code.toLowerCase());
  await lookUp.click();
  const pin = dialog.getByLabel('Pin');
  // The form that had the focus is gone.
  await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('sPin');
  const add = dialog.getByRole('button', { name: 'Add to wallet' });
  await add.click();
  await dialog.getByText('Pin is required').waitFor();
  await pin.fill(otherPin(card.pin));
  await add.click();
  await dialog.getByText('Pin is wrong').waitFor();
  expect(await pin.inputValue()).toBe(otherPin(card.pin));
  expect(await anna.balance()).toBe(0n);
  await pin.fill(card.pin);
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/wallet/redeem')) asked++;
  });
  await page.evaluate(`globalThis.beforeReload = true`);
  await add.dblclick();
  // The page loads anew by itself, and says again what was said.
  await expect
    .poll(() => page.evaluate(`'beforeReload' in globalThis`).catch(() => true))
    .toBe(false);
  // The notice first: it goes again by itself.
  await expect
    .poll(async () => (await page.getByRole('region', { name: 'Notices' }).textContent()) ?? '')
    .not.toBe('');
  await page.getByRole('main').getByText('+$25.00').waitFor();
  await page.getByRole('main').getByText('Complete', { exact: true }).waitFor();
  expect(asked).toBe(1);
  expect(await anna.balance()).toBe(25_00n);
  expect(await sidewaysScroll(page)).toBe(0);
});
