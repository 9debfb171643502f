/** A code that was revealed lives on its screen only. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeCard, makeMember, orderBody } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile } from './browser.ts';
import { openOrder } from './journey.ts';

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

/** An order of Anna's with its code on the screen. */
async function revealed() {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  const body = orderBody(anna, { card, totalMinor: 10_00n });
  await shop.raw('POST', '/transaction', { token: anna.token, body });
  const page = await visit(shop.url);
  await page.goto('/faq');
  await page.evaluate((token) => localStorage.setItem('giftlane.token', token), anna.token);
  await openOrder(page);
  await page.getByRole('button', { name: /Reveal code/ }).click();
  await page.getByRole('button', { name: /Copy code/ }).waitFor();
  const shown = (await page.getByRole('article').textContent()) ?? '';
  const code = card.codes.find((one) => shown.includes(one)) ?? '';
  expect(code).not.toBe('');
  return { page, code };
}

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
  /** As a browser does that keeps a page: this one keeps none while it is driven. */
  const say = (type: string) =>
    page.evaluate(`void dispatchEvent(new PageTransitionEvent('${type}'))`);
  await say('pagehide');
  await say('pageshow');
  expect(await page.getByText(code).count()).toBe(1);
  await say('pagehide');
  // Nobody hears of it: a kept page runs no script, and the tab itself is told of no change of its own.
  await page.evaluate(() => localStorage.removeItem('giftlane.token'));
  await say('pageshow');
  await expect.poll(() => page.url()).not.toContain('/account/orders/');
  expect(await page.getByText(code).count()).toBe(0);
});
