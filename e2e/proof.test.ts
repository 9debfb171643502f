/** A member checks a line of the wallet against the sealed book, in the browser. */

import type { lineProofSchema } from '@giftlane/contract/money/ledger.ts';
import { text } from '@giftlane/texts/text.ts';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { sealAll } from '../apps/server/src/testing/faults.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile, longTest, phone, sizes } from './browser.ts';
import { sidewaysScroll, toProof } from './journey.ts';

const { visit } = browserForFile();

/** Anna with one line that is sealed, and others' before and behind it. */
async function written() {
  const shop = await startShop({ working: false });
  await makeMember(shop, { walletMinor: 5_00n });
  await sealAll(shop);
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  await makeMember(shop, { walletMinor: 7_00n });
  await sealAll(shop);
  return { shop, anna };
}

const good = 'Verified: the ledger contains this entry exactly as you see it';

test.each(sizes)(
  '1 a line is checked from the wallet at $width px, and the head is compared at the next visit',
  async (size) => {
    const { shop, anna } = await written();
    const page = await visit(shop.url, { token: anna.token, size, reducedMotion: true });
    await page.goto('/account/wallet');
    await page.getByText('How verifying works').click();
    await page.getByText('That we hold the money').waitFor();
    await toProof(page);
    await page.getByRole('heading', { level: 1, name: 'Verify this entry' }).waitFor();
    await page.getByRole('status').getByText(good).waitFor();
    await page.getByText('+$50.00').waitFor();
    await page.getByText("This is this device's first check.").waitFor();
    expect(await page.getByText('matches').count()).toBe(4);
    expect(await sidewaysScroll(page)).toBe(0);
    await makeMember(shop, { walletMinor: 1_00n });
    await sealAll(shop);
    await page.getByRole('button', { name: 'Verify again' }).click();
    await page.getByText("Today's ledger continues it").waitFor();
    await page.getByText(/This is seal \d of \d/).waitFor();
    expect(await page.getByText('matches').count()).toBe(5);
    await page.getByText('All values').click();
    await page.getByText(`member:${anna.id}:wallet:usd usd 5000`).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await scanBoth(page, 'a checked line');
    await page.getByRole('link', { name: 'Back to wallet' }).click();
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
  },
);

longTest('a line that is not sealed yet is waited for', async () => {
  const { shop } = await written();
  const bert = await makeMember(shop, { walletMinor: 3_00n });
  const page = await visit(shop.url, { token: bert.token, size: phone });
  await page.goto('/account/wallet');
  await toProof(page);
  await page.getByText('Not in the ledger yet').waitFor();
  await sealAll(shop);
  await page.getByText(good).waitFor();
});

longTest('1 a line that is shown otherwise than it was sealed does not fit', async () => {
  const { shop, anna } = await written();
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.route('**/proof', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: z.output<typeof lineProofSchema> };
    for (const entry of body.data.aEntries)
      if (entry.sEntry) entry.sEntry = entry.sEntry.replace('5000', '6000');
    await route.fulfill({ response, json: body });
  });
  await page.goto('/account/wallet');
  await toProof(page);
  await page
    .getByRole('alert')
    .getByText("Not verified: the ledger doesn't contain this entry as you see it")
    .waitFor();
  expect(await page.getByText(text('proof.step.bad', { title: '' }), { exact: true }).count()).toBe(
    2,
  );
  await scanBoth(page, 'a line that does not fit');
});

longTest(
  '1 a book that is not the one this device saw is said plainly, also at the visit after',
  async () => {
    const { shop, anna } = await written();
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/wallet');
    await page.evaluate(() =>
      localStorage.setItem(
        'giftlane.book',
        JSON.stringify({ nSize: 1, sRoot: 'a'.repeat(64), seenAt: '2026-01-02T12:00:00.000Z' }),
      ),
    );
    await toProof(page);
    const words = "This ledger doesn't match the one this device saw before";
    await page.getByRole('alert').getByText(words).waitFor();
    await page.reload();
    await page.getByRole('alert').getByText(words).waitFor();
  },
);
