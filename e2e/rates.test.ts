/** The page of exchange rates: a converter, a chart, a table. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, longTest, phone, sizes } from './browser.ts';
import { openFooter, sidewaysScroll, withoutWords } from './journey.ts';

const { visit } = browserForFile();

const chores = ['rates.fetch', 'rates.coins', 'rates.history', 'rates.coin_history'];

/** A shop that asked its feeds once. */
async function ratedShop(
  prepare: (shop: TestShop) => void = () => undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<TestShop> {
  const shop = await startShop({ working: false, env });
  prepare(shop);
  for (const name of chores) await shop.chores.find((chore) => chore.name === name)?.run();
  return shop;
}

const setRates = ({ sandbox }: TestShop) => {
  sandbox.setRates({ AUD: 1.5, CAD: 1.4, GBP: 0.75, EUR: 0.9 });
  sandbox.setCoinRates({ BTC: 80_000, LTC: 100 });
};

const result = (page: Page) => page.getByRole('status').filter({ hasText: / is|Enter an amount/ });
const historyOf = (page: Page, pair: string) => page.getByRole('region', { name: pair });
const drawn = (place: Locator) => place.getByText('Lowest', { exact: true }).waitFor();

longTest('ROUTE-26 the footer leads to the rates, which fit a phone and a desk', async () => {
  const shop = await ratedShop();
  for (const size of sizes) {
    const page = await visit(shop.url, { size });
    await page.goto('/');
    const footer = await openFooter(page);
    await footer.getByRole('link', { name: 'Exchange rates', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Exchange rates' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/all-currency');
    await drawn(historyOf(page, 'USD to EUR'));
    expect(await page.getByRole('table', { name: "Today's rates" }).getByRole('row').count()).toBe(
      7,
    );
    await page.getByText('These are reference rates').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.goto('/all-currency?amount=999999999.12345678&from=btc&to=aud&span=day');
    await drawn(historyOf(page, 'BTC to AUD'));
    expect(await sidewaysScroll(page)).toBe(0);
  }
});

test('ROUTE-26 the converter converts what is typed, and the address keeps it', async () => {
  const shop = await ratedShop(setRates);
  const page = await visit(shop.url);
  await page.goto('/all-currency');
  const shown = result(page);
  await shown.getByText('€90.00').waitFor();
  expect(await shown.getAttribute('aria-live')).toBe('polite');
  await shown.evaluate((region) => Object.assign(region, { seenBefore: true }));
  const amount = page.getByLabel('Amount');
  await amount.fill('1,250.50');
  await shown.getByText('€1,125.45').waitFor();
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await shown.getByText('$1,389.44').waitFor();
  expect(await amount.inputValue()).toBe('1,250.50');
  await page.getByLabel('To', { exact: true }).selectOption('btc');
  await shown.getByText('0.01736806 BTC').waitFor();
  await shown.getByText('1 EUR = 0.00001389 BTC').waitFor();
  await amount.fill('ten');
  await page.getByText('Enter an amount, such as 100 or 0.005').waitFor();
  await shown.getByText('Enter an amount to convert').waitFor();
  await amount.fill('.5');
  await shown.getByText('€0.50 is').waitFor();
  // One and the same region, filled anew: one that comes with its text would stay unheard.
  expect(await shown.evaluate((region) => 'seenBefore' in region)).toBe(true);
  await expect.poll(() => new URL(page.url()).search).toBe('?from=eur&to=btc&amount=.5');
  await page.reload();
  await shown.getByText('0.00000694 BTC').waitFor();
  expect(await amount.inputValue()).toBe('.5');
  // The other side's currency swaps them.
  await page.getByLabel('From', { exact: true }).selectOption('btc');
  await shown.getByText('€36,000.00').waitFor();
});

longTest('ROUTE-26 the chart is read out by keys and pointer, and as a table', async () => {
  const shop = await ratedShop();
  const page = await visit(shop.url, { size: phone });
  await page.goto('/all-currency');
  const table = page.getByRole('table', { name: "Today's rates" });
  await table.getByRole('button', { name: 'LTC' }).click();
  const chart = historyOf(page, 'USD to LTC');
  await drawn(chart);
  const tabs = chart.getByRole('tab');
  expect(await tabs.allTextContents()).toEqual(['Day', 'Week', 'Month', 'Year']);
  await chart.getByRole('tab', { name: 'Day' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?from=usd&to=ltc&span=day');
  const slider = chart.getByRole('slider', { name: 'Point on the chart' });
  const read = () => slider.getAttribute('aria-valuetext');
  await slider.waitFor();
  const latest = await read();
  expect(latest).toMatch(/^\d\d-\w{3}-\d{4}, \d\d:\d\d [AP]M: 0\.0\d+ LTC$/);
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(read).not.toBe(latest);
  await page.keyboard.press('Home');
  const oldest = await read();
  await page.keyboard.press('End');
  await expect.poll(read).toBe(latest);
  // The pointer at the left edge reads the oldest point.
  const box = await chart.locator('svg').first().boundingBox();
  if (!box) throw new Error('no chart');
  await page.mouse.move(box.x + 0.2, box.y + box.height / 2);
  await expect.poll(read).toBe(oldest);
  await page.mouse.move(0, 0);
  await expect.poll(read).toBe(latest);

  await chart.getByText('Show as a table').click();
  const rows = chart.getByRole('table').getByRole('row');
  await rows.last().waitFor();
  expect(await rows.count()).toBeGreaterThan(140);
  expect((await rows.nth(1).textContent())?.slice(0, 11)).toBe(latest?.slice(0, 11));

  // Reference rates come once a day: there is no day of them to see.
  await page.getByLabel('Base').selectOption('gbp');
  await table.getByRole('button', { name: 'EUR' }).click();
  const pounds = historyOf(page, 'GBP to EUR');
  await drawn(pounds);
  expect(await pounds.getByRole('tab').allTextContents()).toEqual(['Week', 'Month', 'Year']);
  expect(await pounds.getByRole('tab', { selected: true }).textContent()).toBe('Week');
});

longTest(
  'without rates, or without an answer, the page says so and goes on when they come',
  async () => {
    const shop = await startShop({ working: false });
    const page = await visit(shop.url, { size: phone });
    const release = Promise.withResolvers<void>();
    await page.route('**/api/v1/rates', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto(withoutWords('/all-currency'));
    await page.getByText('Loading rates').waitFor();
    release.resolve();
    await page.getByText('No rates yet').waitFor();
    await page.unrouteAll();
    for (const name of chores) await shop.chores.find((chore) => chore.name === name)?.run();
    await page.getByRole('heading', { name: 'Converter' }).waitFor();

    await page.route('**/api/v1/rates/history*', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await page.goto('/all-currency?from=btc&to=ltc');
    const chart = historyOf(page, 'BTC to LTC');
    const again = chart.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await result(page).getByText('LTC').first().waitFor();
    await page.unrouteAll();
    await again.click();
    await drawn(chart);

    await page.route('**/api/v1/rates', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Converter' }).count()).toBe(0);
  },
);

longTest('a shop without a feed of coins has a page of currencies', async () => {
  const shop = await ratedShop(undefined, { COIN_RATES_URL: '' });
  const page = await visit(shop.url);
  await page.goto('/all-currency?from=btc&to=eur');
  await drawn(historyOf(page, 'USD to EUR'));
  const codes = await page.getByLabel('From', { exact: true }).locator('option').allTextContents();
  expect(codes.map((name) => name.slice(0, 3))).toEqual(['AUD', 'CAD', 'GBP', 'USD', 'EUR']);
  expect(await page.getByText(/Litecoin, market prices/).count()).toBe(0);
});
