/** What all forms have in common. */
import { expect, test } from 'vitest';
import { makeMember, testPassword } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, longTest, phone } from './browser.ts';

const { visit } = browserForFile();

longTest(
  'GLOB-10, PROF-10 a field says what is wrong when it is left, not when it was walked through, and takes it back when it is mended',
  async () => {
    const shop = await startShop({ working: false });
    const page = await visit(shop.url, { size: phone });
    await page.goto('/auth/signup');
    const submit = page.getByRole('main').getByRole('button', { name: 'Create account' });
    const invalid = page.locator('[aria-invalid="true"]');
    await page.getByLabel('First name').focus();
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
    expect(await invalid.count()).toBe(0);
    expect(await submit.isEnabled()).toBe(true);
    // While one is typing nobody is told off.
    const email = page.getByLabel('Email');
    await email.pressSequentially('vera');
    expect(await invalid.count()).toBe(0);
    await page.keyboard.press('Tab');
    await page.getByText('Please enter valid email').waitFor();
    expect(await invalid.count()).toBe(1);
    expect(await submit.isDisabled()).toBe(true);
    // The field may be far from the button that is closed for it.
    await page.getByRole('button', { name: 'Show what to fix' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('sEmail');
    expect(await violations(page)).toEqual([]);
    await email.fill('vera@example.com');
    await page.getByText('Please enter valid email').waitFor({ state: 'detached' });
    expect(await submit.isEnabled()).toBe(true);
    // Two passwords are wrong together, and right together.
    await page.getByLabel('Password', { exact: true }).fill('Right-horse-1');
    await page.getByLabel('Retype password').fill('Right-horse-2');
    await email.focus();
    await page.getByText('Confirm Password does not match with Password.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('Right-horse-2');
    await page
      .getByText('Confirm Password does not match with Password.')
      .waitFor({ state: 'detached' });
    expect(await page.getByRole('option', { name: 'Choose your country' }).isDisabled()).toBe(true);
    // 31: the first submit shows all that is missing.
    await submit.click();
    for (const words of ['First Name is required', 'Country is required', 'Currency is required'])
      await page.getByText(words).waitFor();
    // What is asked for stays in sight when it was not given.
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByText('Password must be at least 8 characters.').waitFor();
    await page
      .getByText('At least 8 characters, with upper case, lower case and a number.')
      .waitFor();
  },
);

longTest('GLOB-10 an error that appears takes no button away from under a finger', async () => {
  const shop = await startShop({ working: false });
  const page = await visit(shop.url, { size: phone });
  await page.goto('/auth/login');
  await page.getByRole('main').getByLabel('Email').first().fill('vera');
  const link = page.getByRole('link', { name: 'Forgot your password?' });
  await link.hover();
  await page.mouse.down();
  // The field has been left by the press.
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('A');
  await page.mouse.up();
  await page.waitForURL('**/auth/forgot-password');
  // A single field is in sight: there is nothing to be led to.
  const email = page.getByRole('main').getByLabel('Email');
  await email.fill('nobody');
  await email.blur();
  await page.getByText('Please enter valid email').waitFor();
  expect(await page.getByRole('button', { name: 'Show what to fix' }).count()).toBe(0);
});

test('AUTH-01 what a password manager writes into the fields without telling anybody is sent', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { size: phone });
  await page.goto('/auth/login');
  const write = async (label: string, words: string) =>
    page
      .getByLabel(label, { exact: true })
      .evaluate((field, value) => void Reflect.set(field, 'value', value), words);
  await write('Email', anna.email);
  await write('Password', testPassword);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
});
