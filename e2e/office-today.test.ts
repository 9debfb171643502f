/** The first page of the office, which changes while one looks. */
import { closeOperator } from '@giftlane/contract/office/operators.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeBought, offered } from '../apps/server/src/features/selling/offers.testing.ts';
import { keepFigures } from '../apps/server/src/features/today/keep.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeCard, makeMember, orderBody } from '../apps/server/src/testing/builders.ts';
import { makeOperator } from '../apps/server/src/testing/office.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { freePort } from '../tools/free-port.ts';
import { scanBoth } from './axe.ts';
import { browserForFile } from './browser.ts';
import { hasten } from './journey.ts';
import { enterOffice, serveOffice } from './office.ts';

const { visit } = browserForFile();

/** Orders of some days, one of each of two currencies a day. */
async function trade(shop: TestShop, days: number) {
  for (const currency of ['usd', 'eur'] as const) {
    const card = await makeCard(shop, { codes: days * 3 + 4, cashbackBp: 300, currency });
    for (let ago = days; ago >= 0; ago -= 1) {
      const anna = await makeMember(shop, { walletMinor: 100_00n, currency });
      const quantity = 1 + ((ago * 7) % 3);
      const body = orderBody(anna, {
        card,
        quantity,
        totalMinor: 10_00n * BigInt(quantity),
        currency,
      });
      await shop.call(pay, { token: anna.token, body });
      await shop.owner.run(sql`
        update orders set created_at = created_at - ${ago} * interval '1 day' where member_id = ${anna.id}`);
    }
  }
}

async function openToday(role: 'owner' | 'reviewer') {
  const shop = await startShop({ working: false });
  const { url, office, port } = await serveOffice(shop, await freePort());
  const page = await visit(url);
  const operator = await enterOffice(shop, page, role);
  return { shop, page, office, port, operator };
}

test('the figures of the day lead to what they count, by keyboard and on a tablet', async () => {
  const { shop, page } = await openToday('owner');
  await trade(shop, 8);
  const member = await makeMember(shop, { walletMinor: 70_00n });
  await offered(shop, member, { card: await makeBought(shop) });
  await keepFigures(shop);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await page.getByRole('link', { name: /^Sales \$10\.00/ }).waitFor();
  await scanBoth(page, 'today');
  await page.getByRole('tab', { name: 'USD' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /^Sales €10\.00/ }).waitFor();
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('€20.00').waitFor();
  await page.getByRole('link', { name: /^Offered cards 1/ }).press('Enter');
  await page.getByRole('heading', { name: 'Offered cards' }).first().waitFor();
});

/** The count beside a queue's name. */
const waits = (page: Page, count: number) =>
  page.getByRole('link', { name: new RegExp(`^Offered cards ${count}`) }).waitFor();

test('what changes reaches an open page without a reload, also after the server was away; whose account is closed keeps nothing on screen', async () => {
  const { shop, page, office, port, operator } = await openToday('reviewer');
  const member = await makeMember(shop);
  const offer = async () => offered(shop, member, { card: await makeBought(shop) });
  await page.clock.install();
  await page.goto('/');
  await waits(page, 0);
  await page.evaluate('globalThis.neverReloaded = true');
  await offer();
  await waits(page, 1);
  await office.app.close();
  const lost = page.getByRole('status').filter({ hasText: 'Reconnecting…' });
  await hasten(page, () => lost.isVisible());
  await offer();
  await serveOffice(shop, port);
  await hasten(page, async () => !(await lost.isVisible()));
  await waits(page, 2);
  const owner = await makeOperator(shop, 'owner');
  const closed = await owner.call(closeOperator, { params: { id: operator.id } });
  expect(closed.status).toBe(200);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('Your session has ended').waitFor();
  expect(await page.getByText('Offered cards').count()).toBe(0);
  expect(await page.evaluate('globalThis.neverReloaded')).toBe(true);
});
