/** The codes of an order with many of them: as a file after the password, and page by page. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { setOption } from '../apps/server/src/features/content/content.ts';
import {
  makeCard,
  makeMember,
  orderBody,
  testPassword,
} from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, longTest, phone } from './browser.ts';
import { openOrder, sidewaysScroll, whileFailing } from './journey.ts';

const { visit } = browserForFile();

/** A member with one order of 25 codes, more than a list of orders carries. */
async function bought25() {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 500_00n });
  const card = await makeCard(shop, { codes: 25 });
  const body = orderBody(anna, { card, quantity: 25, totalMinor: 250_00n });
  expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
  return { shop, anna, card, orderId: body.sOrderId };
}

test('ORD-09 all codes of an order come as one file, once, after the password; what goes wrong keeps what was typed', async () => {
  const { shop, anna, card, orderId } = await bought25();
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await openOrder(page);
  const open = page.getByRole('button', { name: 'Download codes' });
  await open.dblclick();
  const dialog = page.getByRole('dialog', { name: 'Download codes' });
  const field = dialog.getByLabel('Password', { exact: true });
  const act = dialog.getByRole('button', { name: 'Download', exact: true });
  await field.waitFor();
  await dialog.getByText(/^Download all codes of this order as a CSV file\./).waitFor();
  expect(await dialog.count()).toBe(1);
  expect(await sidewaysScroll(page)).toBe(0);

  await field.fill('Not-my-passw0rd');
  await act.click();
  await dialog.getByText('Password is wrong').waitFor();
  expect(await field.inputValue()).toBe('Not-my-passw0rd');
  await expect.poll(() => field.evaluate((input) => input.matches(':focus'))).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Whoever closes it is where they were, and finds it empty when they come back.
  await expect.poll(() => open.evaluate((button) => button.matches(':focus'))).toBe(true);
  await open.click();
  expect(await field.inputValue()).toBe('');

  const calls = '**/transactions/*/download';
  const alert = dialog.getByRole('alert');
  await field.fill(testPassword);
  await whileFailing(page, calls, async (words) => {
    await act.click();
    await alert.getByText(words).waitFor();
    expect(await field.inputValue()).toBe(testPassword);
  });
  await page.getByText('Not viewed yet').first().waitFor();

  let asked = 0;
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/download')) asked++;
  });
  page.on('download', (file) => files.push(file.suggestedFilename()));
  const saved = page.waitForEvent('download');
  await act.dblclick();
  const content = await readFile(await (await saved).path(), 'utf8');
  await page.getByText('Codes downloaded').waitFor();
  await page.getByText('Not viewed yet').first().waitFor({ state: 'detached' });
  await dialog.waitFor({ state: 'detached' });
  const [head, ...rows] = content.trimEnd().split('\r\n');
  // By the mark at its beginning, spreadsheets read it as UTF-8.
  expect(head).toBe('\ufeff"card","serial","code"');
  expect(rows).toEqual(card.codes.map((code, index) => `"Nimbus $10","S${index + 1}","${code}"`));
  expect(files).toEqual([`codes-${orderId}.csv`]);
  expect(asked).toBe(1);
});

longTest(
  'the codes of a large order are shown page by page, and a page that does not come is asked for again',
  async () => {
    const { shop, anna } = await bought25();
    const page = await visit(shop.url, { token: anna.token, size: phone });
    const calls = '**/transactions/*/codes?*';
    await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }));
    await openOrder(page);
    const unavailable = page.getByRole('main').getByText('Server is unavailable.');
    const again = page.getByRole('button', { name: 'Try again' });
    await page.getByText("We couldn't load this").waitFor();
    await page.getByRole('main').getByText('Server error').waitFor();
    await page.unroute(calls);
    await again.click();
    const reveals = page.getByRole('button', { name: /^Reveal code/ });
    await expect.poll(() => reveals.count()).toBe(10);
    await page.getByText('Page 1 of 3').waitFor();

    await page.route(calls, (route) => route.abort());
    const next = page.getByRole('button', { name: 'Next' });
    await next.click();
    await unavailable.waitFor();
    // Those that came are still at hand.
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByText('Page 1 of 3').waitFor();
    expect(await reveals.count()).toBe(10);
    await next.click();
    await unavailable.waitFor();
    await page.unroute(calls);
    await again.click();
    await page.getByText('Page 2 of 3').waitFor();
    await page.getByRole('button', { name: 'Reveal code S11' }).waitFor();
    await next.click();
    await page.getByRole('button', { name: 'Reveal code S25' }).click();
    await page.getByRole('button', { name: 'Copy code S25' }).waitFor();
    await page.getByText(/Viewed /).waitFor();
    expect(await reveals.count()).toBe(4);
    expect(await sidewaysScroll(page)).toBe(0);
  },
);

longTest(
  'a session that has shown its codes asks for the password where one is, and goes on with the code that was wanted',
  async () => {
    const { shop, anna } = await bought25();
    await setOption(shop.db, 'reveals_without_password', '1');
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await openOrder(page);
    await page.getByRole('button', { name: 'Reveal code S1', exact: true }).click();
    await page.getByRole('button', { name: 'Copy code S1', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reveal code S2', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    await dialog.getByLabel('Password', { exact: true }).fill('Not-this-one-1');
    await dialog.getByRole('button', { name: 'Confirm and reveal' }).click();
    await dialog.getByText('Password is wrong').waitFor();
    expect(await violations(page), 'dialog').toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
    await dialog.getByRole('button', { name: 'Confirm and reveal' }).click();
    await page.getByRole('button', { name: 'Copy code S2', exact: true }).waitFor();
    // What was shown before stands there still.
    await page.getByRole('button', { name: 'Copy code S1', exact: true }).waitFor();
  },
);
