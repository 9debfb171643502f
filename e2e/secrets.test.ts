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

test('4 a code that was revealed leaves the page’s memory with its screen', async () => {
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
  expect((await memoryOf(page)).includes(code)).toBe(true);

  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }).waitFor();
  // What a screen drew last may be held until another has been drawn in its place.
  await expect.poll(async () => (await memoryOf(page)).includes(code)).toBe(false);
});
