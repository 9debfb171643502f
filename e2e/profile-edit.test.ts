/** Changing the profile: what is typed, the picture, and another e-mail. */
import { text } from '@giftlane/texts/text.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  mailsTo,
  subjects,
  tokenIn,
} from '../apps/server/src/features/accounts/profile/people.testing.ts';
import { makeVerified } from '../apps/server/src/features/kyc/applicants.testing.ts';
import { makePicture } from '../apps/server/src/features/uploads/pictures.testing.ts';
import { minutes } from '../apps/server/src/platform/process/durations.ts';
import { makeMember, testPassword } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, desktop, longTest, phone, sizes } from './browser.ts';
import { signIn } from './journey.ts';

const { visit } = browserForFile();

async function openEdit(size = desktop) {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size });
  await page.goto('/account/profile');
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await page.waitForURL('**/account/profile-edit');
  await page.getByRole('heading', { name: 'Edit profile' }).waitFor();
  return { shop, anna, page };
}

const choose = (page: Page, buffer: Buffer, file = { name: 'me.jpg', mimeType: 'image/jpeg' }) =>
  page.locator('input[type=file]:not([capture])').setInputFiles({ ...file, buffer });

const picture = (page: Page) => page.getByRole('group', { name: 'Profile picture' });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });

for (const size of sizes)
  describe(`at ${size.width} px`, () => {
    test('ROUTE-29 PROF-04 PROF-05 names, number, country and picture are changed and shown', async () => {
      const { page } = await openEdit(size);
      await page.getByLabel('First name').fill('Anne');
      await page.getByLabel('Last name').fill('Müller');
      await page.getByLabel('Dial code').fill('+49');
      await page.getByLabel('Mobile number').fill('0151 / 234 56');
      await page.getByLabel('Country', { exact: true }).selectOption('DE');
      await choose(page, await makePicture({ width: 800, height: 600 }));
      await picture(page).getByText('Uploaded', { exact: true }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
      await save(page).click();
      await page.waitForURL('**/account/profile');
      await page.getByText('Profile saved.').waitFor();
      await page.getByRole('definition').getByText('Anne Müller').waitFor();
      await page.getByText('+49 15123456').waitFor();
      await page.getByText('Germany').waitFor();
      const shown = page.getByRole('img', { name: 'Profile picture of Anne Müller' });
      await expect
        .poll(() => shown.evaluate((img) => 'naturalWidth' in img && img.naturalWidth))
        .toBe(512);
    });
  });

test('PROF-06 Cancel does nothing: what was typed stays, and nothing is sent', async () => {
  const { page } = await openEdit();
  await page.getByLabel('First name').fill('Typed');
  const sent: string[] = [];
  page.on('request', (request) => {
    // What the page itself still needs may come late.
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
  });
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel('First name').inputValue()).toBe('Typed');
  expect(new URL(page.url()).pathname).toBe('/account/profile-edit');
  expect(sent).toEqual([]);
});

test('PROF-11 while it is saved the whole form is closed and a second press sends nothing', async () => {
  const { page } = await openEdit();
  let sent = 0;
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/v1/updateprofile', async (route) => {
    sent += 1;
    await gate.promise;
    await route.continue();
  });
  await page.getByLabel('First name').fill('Anne');
  await save(page).dblclick();
  await expect.poll(() => save(page).getAttribute('aria-busy')).toBe('true');
  expect(await save(page).getAttribute('disabled')).not.toBeNull();
  for (const label of ['First name', 'Last name', 'Email'])
    expect(await page.getByLabel(label).isDisabled()).toBe(true);
  gate.resolve();
  await page.waitForURL('**/account/profile');
  expect(sent).toBe(1);
  // Refused, it is open again, and who uses a keyboard is at the words for it, beside the button.
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await page.getByLabel('First name').fill('Ann');
  await page.unroute('**/api/v1/updateprofile');
  await page.route('**/api/v1/updateprofile', (route) => route.abort());
  await save(page).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Server is unavailable.').first().waitFor();
  const focused = () => page.evaluate('document.activeElement.textContent');
  await expect.poll(focused).toBe('Server is unavailable.');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Save');
});

longTest(
  'leaving a profile with changes or a picture that were not saved asks first; staying keeps them, leaving drops them',
  async () => {
    const { page } = await openEdit(phone);
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
    const back = page.getByRole('link', { name: 'Back to profile' });
    await choose(page, await makePicture());
    await picture(page).getByText('Uploaded', { exact: true }).waitFor();
    await back.click();
    await asked.getByRole('button', { name: 'Keep editing' }).click();
    await asked.waitFor({ state: 'detached' });
    await picture(page).getByText('Uploaded', { exact: true }).waitFor();
    await page.getByLabel('Last name').fill('Typed');
    // A reload loses nothing.
    await page.reload();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Typed');
    await picture(page).getByRole('button', { name: 'Remove' }).waitFor();
    await page.goBack();
    await asked.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/account/profile');
    await page.getByRole('link', { name: 'Edit profile' }).click();
    expect(await page.getByLabel('Last name').inputValue()).not.toBe('Typed');
    // Nothing was changed: nothing is asked.
    await back.click();
    await page.waitForURL('**/account/profile');
  },
);

longTest(
  'ERR-04 what was typed into the profile outlives a session that ended; what was saved leaves nothing',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url);
    const kept = () => page.evaluate<string | null>(`sessionStorage.getItem('giftlane.profile')`);
    await page.goto('/account/profile-edit');
    await signIn(page, anna.email);
    await page.getByLabel('Last name').fill('Typed');
    await expect.poll(kept).toContain(anna.id);
    const token = await page.evaluate<string>(`localStorage.getItem('giftlane.token')`);
    await shop.raw('GET', '/logout', { token });
    await save(page).click();
    await page.getByText('Please sign in.').waitFor();
    await page.waitForURL(`${shop.url}/`);
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await page.waitForURL('**/auth/login');
    await signIn(page, anna.email);
    await page.waitForURL('**/account/profile-edit');
    expect(await page.getByLabel('Last name').inputValue()).toBe('Typed');
    await save(page).click();
    await page.waitForURL('**/account/profile');
    await page.getByRole('definition').getByText('Anna Typed').waitFor();
    expect(await kept()).toBeNull();
  },
);

test('57 another e-mail: the password is asked for, the link is opened, and the new one counts', async () => {
  const { shop, anna, page } = await openEdit();
  await shop.moveClock(minutes(20));
  await page.getByLabel('Email').fill('anne@example.com');
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-password-1');
  await dialog.getByRole('button', { name: 'Confirm and save' }).click();
  await dialog.getByText('Password is wrong').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
  await dialog.getByRole('button', { name: 'Confirm and save' }).click();
  await page.waitForURL('**/account/profile');
  await page.getByText(`Until you open it, sign in with ${anna.email}`).waitFor();
  await page.getByText('Not verified yet').first().waitFor();
  // Where the account is named, and for a password manager, it is the address that signs in.
  await page.getByRole('main').getByText(`you sign in with ${anna.email}`).waitFor();
  await page.goto('/account/change-password');
  await page.getByText(`you keep signing in with ${anna.email}`).waitFor();
  expect(await page.locator('input[name=username]').inputValue()).toBe(anna.email);
  const [mail] = await mailsTo(shop, 'anne@example.com', subjects.verify);
  await page.goto(`/mail/verification/${tokenIn(mail)}`);
  await page.waitForURL('**/mail/verified');
  await page.goto('/account/profile');
  await page.getByText('Verified', { exact: true }).waitFor();
  await page.getByRole('main').getByText('anne@example.com').waitFor();
});

test('GLOB-11, ERR-15, 58 what is no picture is refused in its words, a failed upload is tried again, and the form keeps what was typed', async () => {
  const { page } = await openEdit();
  const group = picture(page);
  await page.getByLabel('First name').fill('Typed');
  const taken = await group.locator('input[type=file]').first().getAttribute('accept');
  expect(taken).toBe('image/jpeg,image/png,.jpg,.jpeg,.png');
  await choose(page, Buffer.from('hello'), { name: 'a.txt', mimeType: 'text/plain' });
  await group.getByText('File Format is not valid.').waitFor();
  await choose(page, Buffer.from('<svg/>'), { name: 'a.png', mimeType: 'image/png' });
  await group.getByText('File Format is not valid.').waitFor();

  // As an iPhone has it: a desktop does not know the type, and this browser cannot read it.
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)]);
  await choose(page, heic, { name: 'IMG_1.HEIC', mimeType: '' });
  await group.getByText(text('error.uploadHeic')).waitFor();

  await page.route('**/uploads/**', (route) => route.abort());
  await choose(page, await makePicture());
  await group.getByText('Server is unavailable.').waitFor();
  await page.unroute('**/uploads/**');
  await group.getByRole('button', { name: 'Try again' }).click();
  await group.getByText('Uploaded', { exact: true }).waitFor();
  expect(await page.getByLabel('First name').inputValue()).toBe('Typed');
  await group.getByRole('button', { name: 'Remove' }).click();
  await group.getByText('Choose a picture').waitFor();
});

longTest(
  'a picture that is on its way shows how far it is, holds Save back, and can be stopped',
  async () => {
    const { page } = await openEdit();
    const group = picture(page);
    const gate = Promise.withResolvers<void>();
    await page.route('**/uploads/**', async (route) => {
      await gate.promise;
      await route.continue().catch(() => undefined);
    });
    await choose(page, await makePicture({ width: 1_500, height: 1_500 }));
    await group.getByRole('progressbar', { name: 'Profile picture' }).waitFor();
    expect(await save(page).isDisabled()).toBe(true);
    await group.getByRole('button', { name: 'Stop' }).click();
    await group.getByText('Choose a picture').waitFor();
    expect(await save(page).isEnabled()).toBe(true);
    gate.resolve();
  },
);

longTest('a large photograph is made smaller before it is sent', async () => {
  const { page } = await openEdit();
  const large = await makePicture({ width: 3_600, height: 2_400 });
  expect(large.length).toBeGreaterThan(4 * 1024 * 1024);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    choose(page, large),
  ]);
  const { 'content-length': sent } = await answer.request().allHeaders();
  expect(Number(sent)).toBeGreaterThan(0);
  expect(Number(sent)).toBeLessThan(large.length / 4);
  await picture(page).getByText('Uploaded', { exact: true }).waitFor();
});

longTest(
  'a picture that is refused when it is saved says so at its field alone, and nothing else is saved',
  async () => {
    const { page } = await openEdit();
    await page.getByLabel('First name').fill('Typed');
    await choose(page, await makePicture());
    await picture(page).getByText('Uploaded', { exact: true }).waitFor();
    const message = 'Please choose that picture again.';
    const errors = [{ field: 'sProfilePicture', message }];
    await page.route('**/set/sProfilePicture', (route) =>
      route.fulfill({ status: 400, json: { status: 400, message, data: null, errors } }),
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Save' }).click();
    await picture(page).getByText(message).waitFor();
    expect(await page.getByText(message).count()).toBe(1);
    expect(asked.filter((path) => path.endsWith('/updateprofile'))).toEqual([]);
    expect(await page.getByLabel('First name').inputValue()).toBe('Typed');
  },
);

test('PROF-04 who is verified under a name is told before changing it, and is not verified under another', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  await makeVerified(shop, anna);
  const page = await visit(shop.url, { token: anna.token, size: desktop });
  await page.goto('/account/profile-edit');
  await page.getByText(text('profile.name.verified')).waitFor();
  await page.getByLabel('First name').fill('Bill');
  await save(page).click();
  // Whoever found the session does not end the verification.
  const asks = page.getByRole('dialog', { name: text('profile.prove.title') });
  await asks.getByLabel('Password', { exact: true }).fill(testPassword);
  await asks.getByRole('button', { name: text('profile.prove.action') }).click();
  await page.waitForURL('**/account/profile');
  await page.getByText(text('rooms.identity.p'), { exact: true }).waitFor();
});
