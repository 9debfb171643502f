/** A day of each role on a tablet, from sign-in to sign-out: by keyboard alone, and the pointer is never used. */

import { sendMessage } from '@giftlane/contract/members/contact.ts';
import type { Role } from '@giftlane/contract/office/permissions.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeBought, offered } from '../apps/server/src/features/selling/offers.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeCard, makeMember } from '../apps/server/src/testing/builders.ts';
import { makeOperator } from '../apps/server/src/testing/office.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, isLong } from './browser.ts';
import { equip, operatorPassword, startOffice } from './office.ts';

const { visit } = browserForFile();

/** Offered cards that are reviewed in one run. */
const offers = isLong ? 200 : 25;

/** Goes on with Tab until something has the focus. */
async function reach(page: Page, one: Locator): Promise<void> {
  await one.waitFor();
  for (let presses = 0; presses < 200; presses += 1) {
    if (await one.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${one}`);
}

async function press(page: Page, one: Locator): Promise<void> {
  await reach(page, one);
  await page.keyboard.press('Enter');
}

/** Types in place of what a field holds. */
async function type(page: Page, label: string, words: string): Promise<void> {
  await reach(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(words);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function open(page: Page, section: string): Promise<void> {
  await press(page, button(page, 'Menu'));
  const menu = page.getByRole('navigation');
  await press(page, menu.getByRole('link', { name: section, exact: true }));
  await page.getByRole('heading', { level: 1, name: section }).first().waitFor();
}

/** What the page holds after everything that can go has gone. */
async function nodesOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { nodes } = await cdp.send('Memory.getDOMCounters');
  await cdp.detach();
  return nodes;
}

/** Accepts and declines by turns, without a pause. */
async function review(page: Page): Promise<void> {
  await page.evaluate('globalThis.neverReloaded = true');
  let early = 0;
  for (let nth = 0; nth < offers; nth += 1) {
    await page.getByRole('article', { name: `Offer ${nth + 1} ` }).waitFor();
    if (nth % 2 === 0) await page.keyboard.press('a');
    else for (const key of ['d', '1']) await page.keyboard.press(key);
    if (nth === 9) early = await nodesOf(page);
  }
  await page.getByText('No offers are waiting.').waitFor();
  expect(await nodesOf(page)).toBeLessThan(early * 1.5);
  expect(await page.evaluate('globalThis.neverReloaded')).toBe(true);
}

/** What each role does, and what the shop knows of it after their sign-out. */
const days: Readonly<Record<Role, (page: Page) => Promise<void>>> = {
  async owner(page) {
    await open(page, 'Options');
    await press(page, button(page, 'Change session_days'));
    await type(page, 'Value', '20');
    await page.keyboard.press('Enter');
    await page.getByText('Changed by Olga owner').waitFor();
  },
  async catalogue(page) {
    await open(page, 'Catalogue');
    await press(page, page.getByRole('link', { name: 'Nimbus' }));
    await type(page, '$10: Price', '8');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
  },
  async support(page) {
    await open(page, 'Messages');
    await page.getByRole('article', { name: 'Late' }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.type('It is on its way.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('“Late” answered').waitFor();
  },
  async reviewer(page) {
    await open(page, 'Offered cards');
    await review(page);
  },
  async finance(page) {
    await open(page, 'Failed jobs');
    await page.getByText('the mail server said no').waitFor();
    await page.keyboard.press('r');
    await page.getByText('Jobs are safe to repeat.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Runs again').waitFor();
  },
};

/** A shop in which each role has something to do. */
async function busy() {
  const shop = await startShop({ working: false });
  await makeCard(shop);
  await shop.db.run(sql`update brands set slug = 'nimbus'`);
  await shop.call(sendMessage, {
    body: {
      sEmail: 'eve@example.com',
      sFullName: 'Eve',
      sSubject: 'Late',
      sMessage: 'Where is it?',
    },
  });
  await shop.db.run(sql`
    insert into jobs (task, payload, attempts, given_up_at, last_error)
    values ('test.mail', '{}', 12, now(), 'the mail server said no')`);
  for (let nth = 1; nth <= offers; nth += 1) {
    const card = await makeBought(shop, { title: `Offer ${nth} ` });
    await offered(shop, await makeMember(shop), { card });
  }
  return shop;
}

const deeds = (shop: TestShop) =>
  shop.db.one(sql`
    select (select value from site_options where name = 'session_days') as days,
      (select min(price_minor) from cards where not sellable) as price,
      (select count(*)::int from contact_answers) as answers,
      (select count(*)::int from sell_orders where state = 'paid') as bought,
      (select count(*)::int from sell_orders where state = 'declined') as declined,
      (select count(distinct subject)::int from audit_entries where deed in ('sales.accept', 'sales.decline')) as cases,
      (select count(*)::int from audit_entries where deed in ('sales.accept', 'sales.decline')) as decisions,
      (select count(*)::int from jobs where given_up_at is not null) as jobs`);

test('each role does a day of work by keyboard alone, also many offers in one run, and signing out makes what was decided', async () => {
  const shop = await busy();
  const page = await visit(await startOffice(shop), { size: { width: 820, height: 1180 } });
  await page.addInitScript(
    `addEventListener('pointerdown', () => console.error('a pointer'), true)`,
  );
  await page.goto('/');
  for (const [role, work] of Object.entries(days) as [Role, (page: Page) => Promise<void>][]) {
    const operator = await makeOperator(shop, role);
    await shop.db.run(sql`update operators set name = ${`Olga ${role}`} where id = ${operator.id}`);
    const code = await equip(shop, operator);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await type(page, 'Email', operator.email);
    await type(page, 'Password', operatorPassword);
    await type(page, 'Code', await code());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await work(page);
    await press(page, button(page, 'Menu'));
    await press(page, button(page, 'Sign out'));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }
  expect(await deeds(shop)).toEqual({
    ...{ days: '20', price: 800n, answers: 1, jobs: 0 },
    ...{ bought: Math.ceil(offers / 2), declined: Math.floor(offers / 2) },
    ...{ cases: offers, decisions: offers },
  });
});
