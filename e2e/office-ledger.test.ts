/** Bookkeepers in the back office. */
import { test } from 'vitest';
import { countDays } from '../apps/server/src/ledger/days.ts';
import { sealAll } from '../apps/server/src/ledger/seal.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile } from './browser.ts';
import { enterOffice, startOffice } from './office.ts';

const { visit } = browserForFile();

test('a correction is asked for by keyboard, booked by a second person, and in the trial balance', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  const url = await startOffice(shop);
  const page = await visit(url);
  await enterOffice(shop, page, 'finance');
  await page.goto('/ledger/corrections');
  await page.getByRole('button', { name: 'Ask for a correction' }).press('Enter');
  await page.getByLabel('Reason').fill('A goodwill gift');
  const accounts = ['house:losses:usd', `member:${anna.id}:wallet:usd`];
  for (const [i, account] of accounts.entries()) {
    await page.getByLabel('Account').nth(i).fill(account);
    await page
      .getByLabel('Amount')
      .nth(i)
      .fill(i === 0 ? '-5.00' : '6.00');
  }
  await page.keyboard.press('Enter');
  await page.getByText('The entries do not sum to zero USD').waitFor();
  await page.getByLabel('Amount').nth(1).fill('5.00');
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'A goodwill gift' }).waitFor();
  const other = await visit(url, { size: { width: 820, height: 1180 } });
  await enterOffice(shop, other, 'owner');
  await other.goto('/ledger/corrections');
  await other.getByRole('button', { name: 'Book' }).press('Enter');
  await other.getByText(/^Booked by/).waitFor();
  await sealAll(shop.db);
  await countDays(shop.db);
  await other.goto('/ledger');
  await other.getByRole('row', { name: /house:losses USD −5.00 −5.00/ }).waitFor();
  await other.getByRole('link', { name: 'house:losses' }).press('Enter');
  await other.getByRole('cell', { name: /^correction:/ }).waitFor();
});
