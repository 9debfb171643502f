import { expect } from 'vitest';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, longTest } from './browser.ts';

const { visit } = browserForFile();

longTest('the API page draws every call under its policy, and can try one', async () => {
  const shop = await startShop({ working: false });
  const page = await visit(shop.url);
  await page.goto('/api/docs');
  // The page is a library's own, which marks its parts by nothing but classes.
  const calls = page.locator('.opblock');
  await expect.poll(() => calls.count()).toBe(shop.http.served.length);
  const one = page.locator('.opblock[id$="showCounters"]');
  await one.locator('.opblock-summary-control').click();
  await one.getByRole('button', { name: 'Try it out' }).click();
  await one.getByRole('button', { name: 'Execute' }).click();
  await one.getByText('ordersLast24Hours').first().waitFor();
});
