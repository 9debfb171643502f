/** What becomes of the links in mails, in the browser they are opened in. */
import { expect, test } from 'vitest';
import { prove } from '../apps/server/src/features/accounts/factors/factors.testing.ts';
import { signUpForm } from '../apps/server/src/features/accounts/profile/people.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember, testPassword } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { register } from '../packages/contract/src/members/accounts.ts';
import { updateProfile } from '../packages/contract/src/members/profile.ts';
import { text } from '../packages/texts/src/text.ts';
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
  await page.getByRole('link', { name: 'Set a new password' }).waitFor();
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

test('57 a new email takes the password in another browser, and the former one undoes the change by a press', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { verified: true });
  const { token } = anna;
  await prove(shop, anna);
  const sEmail = 'anne@mail.example';
  const names = { sFirstName: 'Anna', sLastName: 'Archer', sEmail };
  const body = { ...names, oCountry: { value: 'US', label: 'United States' } };
  await shop.call(updateProfile, { token, body });
  const emailNow = async () =>
    (await shop.db.one(sql<{ email: string }>`select email from members`)).email;

  const page = await visit(shop.url, { size: phone });
  await page.goto(await linkInMail(shop, sEmail, '/mail/verification/'));
  await page.getByRole('heading', { name: text('confirmEmail.title') }).waitFor();
  expect(await violations(page), 'confirming').toEqual([]);
  const password = page.getByLabel(text('auth.password'), { exact: true });
  const press = (name: string) => page.getByRole('button', { name }).click();
  await password.fill('Wrong-password-1');
  await press(text('confirmEmail.action'));
  await page.getByText(text('error.wrongPassword')).waitFor();
  expect(await emailNow()).toBe(anna.email);
  await password.fill(testPassword);
  await press(text('confirmEmail.action'));
  await page.waitForURL('**/mail/verified');
  expect(await emailNow()).toBe(sEmail);

  const undo = await linkInMail(shop, anna.email, '/mail/undo/');
  await page.goto(undo);
  await page.getByRole('heading', { name: text('undoEmail.title') }).waitFor();
  expect(await violations(page), 'undoing').toEqual([]);
  expect(await emailNow()).toBe(sEmail);
  await press(text('undoEmail.action'));
  await page.getByRole('heading', { name: text('undoEmail.done') }).waitFor();
  expect(await emailNow()).toBe(anna.email);
  await page.goto(undo);
  await press(text('undoEmail.action'));
  await page.getByRole('heading', { name: text('link.expired') }).waitFor();
  await page.goto(await linkInMail(shop, anna.email, '/reset-password/verification/'));
  await page.getByRole('heading', { name: text('auth.reset.title') }).waitFor();
});
