/** Support at work by keyboard: an order is found and a line refunded; its member gets a note, is frozen and released. */
import { expect, test } from 'vitest';
import { bought } from '../apps/server/src/features/support/desk.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { isFrozen } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile } from './browser.ts';
import { enterOffice, startOffice } from './office.ts';

const { visit } = browserForFile();

const payload = '<img src=x onerror="window.ran=1">{{7*7}}\u202e';

test('search, order, refund of a line, member, note, freeze and release by keyboard alone', async () => {
  const shop = await startShop({ working: false });
  const { anna, order } = await bought(shop, { quantity: 1, cards: 2 });
  await shop.db.run(sql`
    update members set full_name = ${payload}, name_words = 'payload' where id = ${anna.id}`);
  const page = await visit(await startOffice(shop), { size: { width: 820, height: 1180 } });
  await enterOffice(shop, page, 'support');
  await page.goto('/');
  await page.getByRole('searchbox').or(page.getByRole('combobox')).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(order._id);
  await page.getByRole('option').first().waitFor();
  await scanBoth(page, 'search');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: /^Order / }).waitFor();
  const line = page.getByRole('checkbox', { name: /^Refund / }).first();
  await line.focus();
  await page.keyboard.press('Space');
  await scanBoth(page, 'order');
  await page.getByRole('button', { name: 'Refund…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('$10.00').first().waitFor();
  await scanBoth(page, 'refund');
  await dialog.getByLabel('Reason').focus();
  await page.keyboard.type(payload);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await anna.balance()).toBe(90_00n);
  await page.getByText('Line refunded').waitFor();
  expect(await page.getByRole('checkbox', { name: /^Refund / }).count()).toBe(1);

  await page.getByRole('link', { name: payload }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: payload, level: 1 }).waitFor();
  await page.getByLabel('New note').focus();
  await page.keyboard.type(payload);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: payload }).waitFor();
  for (const [deed, isIt] of [
    ['Freeze', true],
    ['Release', false],
  ] as const) {
    await page.getByRole('button', { name: deed }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Reason').waitFor();
    await page.keyboard.type('Odd orders');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await isFrozen(shop, anna.id)).toBe(isIt);
  }
  await page.getByRole('tab', { name: 'Statement' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('-$20.00').or(page.getByText('−$20.00')).waitFor();
  for (const tab of ['Sessions', 'Log']) {
    await page.getByRole('tab', { name: tab }).press('Enter');
    await scanBoth(page, tab);
  }
  await page.goto(`/search?q=${encodeURIComponent('payload')}`);
  await page.getByRole('link', { name: payload }).waitFor();
  expect(await page.evaluate('window.ran')).toBeUndefined();
});
