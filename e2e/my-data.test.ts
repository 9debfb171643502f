/** My data: a copy is taken along, and the account is closed and kept after all. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { emptyWallet, unzip } from '../apps/server/src/features/mydata/lives.testing.ts';
import { minutes } from '../apps/server/src/platform/process/durations.ts';
import { makeMember, testPassword } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile, phone } from './browser.ts';
import { linkInMail, sidewaysScroll, signIn } from './journey.ts';

const { visit } = browserForFile();

test('N a member takes a copy along, is told what is in the way, closes the account and keeps it after all', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 12_34n, verified: true });
  const friend = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone, reducedMotion: true });
  await page.goto('/account/my-data');
  await page.getByRole('heading', { name: 'Download your data' }).waitFor();
  await scanBoth(page, 'my data');
  expect(await sidewaysScroll(page)).toBe(0);
  // At a desk, too, one below the other, as wide as the page's other panels.
  const panel = (name: string) => page.getByRole('region', { name }).boundingBox();
  const [copy, close] = [await panel('Download your data'), await panel('Close your account')];
  expect(close).toMatchObject({ x: copy?.x, width: copy?.width });

  // By keyboard alone.
  await page.getByRole('button', { name: 'Request a copy' }).focus();
  await page.keyboard.press('Enter');
  const asking = page.getByRole('dialog', { name: 'Request a copy of your data' });
  await asking.getByLabel('Password', { exact: true }).fill('not-this-one');
  await page.keyboard.press('Enter');
  await asking
    .getByLabel('Password', { exact: true })
    .and(page.locator('[aria-invalid="true"]'))
    .waitFor();
  await asking.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Download' }).waitFor({ timeout: 60_000 });
  // Within five minutes it is not asked for again.
  await shop.moveClock(minutes(6));
  await page.getByRole('button', { name: 'Download' }).click();
  const fetching = page.getByRole('dialog', { name: 'Download your copy' });
  await fetching.getByLabel('Password', { exact: true }).fill(testPassword);
  const downloading = page.waitForEvent('download');
  await fetching.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('my-data.zip');
  const files = unzip(await readFile(await download.path()));
  expect(files.get('account/profile.json')?.toString()).toContain(anna.email);
  await page.getByRole('button', { name: 'Request a copy' }).waitFor();

  await page.getByText('You have $12.34 left in your wallet.').waitFor();
  expect(await page.getByRole('button', { name: 'Close my account' }).count()).toBe(0);
  await emptyWallet(shop, anna, friend.id);
  await page.reload();
  await page.getByRole('button', { name: 'Close my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close your account?' });
  await dialog.getByLabel('Type CLOSE to confirm').fill('yes');
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
  // Told when the field was left.
  await dialog.getByText('Please type CLOSE').waitFor();
  await scanBoth(page, 'closing');
  await dialog.getByLabel('Type CLOSE to confirm').fill('close');
  await dialog.getByRole('button', { name: 'Close account' }).click();
  await page.getByText('Your account is closed').first().waitFor();

  await page.goto('/auth/login');
  await signIn(page, anna.email);
  await page
    .getByText(/wrong|incorrect|not match|invalid/i)
    .first()
    .waitFor();
  const link = await linkInMail(shop, anna.email, '/mail/reopen/');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Keep your account?' }).waitFor();
  await scanBoth(page, 'reopen');
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.getByRole('heading', { name: 'Your account is open again' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).last().click();
  await signIn(page, anna.email);
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
});
