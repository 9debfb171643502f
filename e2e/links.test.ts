/** What becomes of the links in mails, in the browser they are opened in. */
import { expect, test } from 'vitest';
import { signUpForm } from '../apps/server/src/features/accounts/people.testing.ts';
import { sql } from '../apps/server/src/platform/db.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { register } from '../packages/contract/src/accounts.ts';
import { violations } from './axe.ts';
import { browserForFile, phone } from './browser.ts';
import { linkInMail, signIn } from './journey.ts';

const { visit } = browserForFile();

test('ROUTE-08, ERR-07 a link that verifies: no answer is no verdict, who signs in after it has shown whose the account is, and a dead one leads to another', async () => {
  const shop = await startShop();
  const form = signUpForm('vera@mail.example');
  await shop.call(register, { body: form });
  const link = await linkInMail(shop, form.sEmail, '/mail/verification/');
  const page = await visit(shop.url, { size: phone });
  await page.route('**/api/v1/mail/verification/*', (route) => route.abort());
  await page.goto(link);
  await page.getByRole('heading', { name: "We couldn't check your link" }).waitFor();
  expect(await violations(page), 'unanswered').toEqual([]);
  await page.unroute('**/api/v1/mail/verification/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL('**/mail/verified');
  await page.getByRole('link', { name: "This wasn't me" }).waitFor();
  expect(await violations(page), 'verified').toEqual([]);

  const shown = async () =>
    (
      await shop.db.one(sql<{ shown: boolean }>`
      select owner_shown_at is not null as shown from members`)
    ).shown;
  expect(await shown()).toBe(false);
  await page.goto('/mail/verification/made-up');
  await page.waitForURL('**/mail/verification/expired');
  await page.getByText('Sign in to get a new one.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, form.sEmail, form.sPassword);
  await page.waitForURL('**/account/profile');
  await expect.poll(shown).toBe(true);

  await shop.db.run(sql`update members set email_verified_at = null, owner_shown_at = null`);
  await page.goto('/mail/verification/made-up');
  await page.waitForURL('**/mail/verification/expired');
  await page.getByRole('main').getByRole('button', { name: 'Resend email' }).click();
  await page.getByText("We've sent you a new verification email.").waitFor();
});
