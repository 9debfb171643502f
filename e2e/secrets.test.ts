/** A code that was revealed lives on its screen only, and what one member sees is nobody else's. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeBought } from '../apps/server/src/features/selling/offers.testing.ts';
import { makeCard, makeMember, orderBody } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile } from './browser.ts';
import { openOrder, signIn } from './journey.ts';
import { fields, upload } from './selling.ts';

const { visit } = browserForFile();

/** Everything in the memory of the page's scripts, once what nobody holds has been cleared away. */
async function memoryOf(page: Page): Promise<string> {
  const cdp = await page.context().newCDPSession(page);
  const parts: string[] = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  return parts.join('');
}

/** A page at which Anna is signed in, and forms to sign in at that are open in other tabs since before. */
async function withForms(count: number) {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const page = await visit(shop.url);
  const forms = await Promise.all(
    Array.from({ length: count }, async () => {
      const form = await page.context().newPage();
      await form.goto('/auth/login');
      await form.getByLabel('Password', { exact: true }).waitFor();
      return form;
    }),
  );
  await page.goto('/faq');
  // A page that is still being taken over would ask with the token, and be another than was drawn.
  await page.locator('#root:not([data-drawn])').waitFor();
  await page.evaluate((token) => localStorage.setItem('giftlane.token', token), anna.token);
  return { shop, anna, page, forms };
}

/** An order of Anna's with its code on the screen. */
async function revealed({ forms: count = 0 } = {}) {
  const { shop, anna, page, forms } = await withForms(count);
  const card = await makeCard(shop);
  const body = orderBody(anna, { card, totalMinor: 10_00n });
  await shop.raw('POST', '/transaction', { token: anna.token, body });
  await openOrder(page);
  await page.getByRole('button', { name: /Reveal code/ }).click();
  await page.getByRole('button', { name: /Copy code/ }).waitFor();
  const shown = (await page.getByRole('article').textContent()) ?? '';
  const code = card.codes.find((one) => shown.includes(one)) ?? '';
  expect(code).not.toBe('');
  return { shop, anna, page, code, forms };
}

/** As a browser does that keeps a page for Back: this one keeps none while it is driven. */
const say = (page: Page, type: string) =>
  page.evaluate(`void dispatchEvent(new PageTransitionEvent('${type}'))`);

/** Nobody hears of it: a kept page runs no script, and the tab itself is told of no change of its own. */
const leaveUnheard = (page: Page) => page.evaluate(() => localStorage.removeItem('giftlane.token'));

test('4 a code that was revealed leaves the page’s memory with its screen', async () => {
  const { page, code } = await revealed();
  expect((await memoryOf(page)).includes(code)).toBe(true);

  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }).waitFor();
  // What a screen drew last may be held until another has been drawn in its place.
  await expect.poll(async () => (await memoryOf(page)).includes(code)).toBe(false);
});

test('4 a page that the browser kept for Back begins anew when its member has signed out in another tab', async () => {
  const { page, code } = await revealed();
  await say(page, 'pagehide');
  await say(page, 'pageshow');
  expect(await page.getByText(code).count()).toBe(1);
  await say(page, 'pagehide');
  await leaveUnheard(page);
  await say(page, 'pageshow');
  await expect.poll(() => page.url()).not.toContain('/account/orders/');
  expect(await page.getByText(code).count()).toBe(0);
});

test('4 so does a page of anybody’s that tells who is signed in', async () => {
  const { anna, page } = await withForms(0);
  await page.goto('/');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByText(anna.email).first().waitFor();
  await say(page, 'pagehide');
  await leaveUnheard(page);
  await say(page, 'pageshow');
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  expect(await page.getByText(anna.email).count()).toBe(0);
});

test('4 a code that was revealed goes when somebody else signs in in another tab, and stays when its member does', async () => {
  const { shop, anna, page, code, forms } = await revealed({ forms: 2 });
  const [again, others] = forms as [Page, Page];
  const ben = await makeMember(shop);
  const heard = page.waitForResponse('**/api/v1/myprofile');
  await signIn(again, anna.email);
  await heard;
  expect(await page.getByText(code).count()).toBe(1);
  await signIn(others, ben.email);
  await page.getByText("We couldn't find this order.").waitFor();
  expect(await page.getByText(code).count()).toBe(0);
});

test('4 pictures and entries of a sale go when somebody else signs in in another tab', async () => {
  const { shop, page, forms } = await withForms(1);
  const [form] = forms as [Page];
  const ben = await makeMember(shop);
  const { brandId } = await makeBought(shop, { valueMinor: 50_00n });
  await shop.catalog.refresh();
  await page.goto(`/sell-cards/${brandId}`);
  await page.getByRole('button', { name: 'Add $50' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const [field = ''] = fields;
  await upload(page, field);
  const picture = page.getByRole('group', { name: field }).locator('img[src]:not([src=""])');
  await picture.waitFor();
  await signIn(form, ben.email);
  await page.getByRole('button', { name: 'Add $50' }).waitFor();
  expect(await picture.count()).toBe(0);
  expect(await page.evaluate(`sessionStorage.getItem('giftlane.sale')`)).toBeNull();
});
