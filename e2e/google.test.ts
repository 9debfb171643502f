/** Signing in with Google, at the sandbox's stand-in for it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeCard, makeMember, testPassword } from '../apps/server/src/testing/builders.ts';
import { googleToken, linkGoogle } from '../apps/server/src/testing/google.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, longTest, phone, sizes } from './browser.ts';
import { linkInMail, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });

/** Opens the window of Google and answers it. */
async function openGoogle(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await googleButton(page).click();
  const window = await opening;
  await window.getByRole('heading', { name: 'Choose an account' }).waitFor();
  return window;
}

/** Goes through that window by one press in it. */
async function atGoogle(page: Page, press: string | RegExp): Promise<void> {
  const window = await openGoogle(page);
  const closed = window.waitForEvent('close');
  await window.getByRole('button', { name: press }).click();
  await closed;
}

const account = (shop: TestShop, email: string, verified = true) =>
  shop.sandbox.google.addAccount({
    email,
    emailVerified: verified,
    givenName: 'Ines',
    familyName: 'Moreau',
  });

const path = (page: Page) => new URL(page.url()).pathname;
const filled = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue();

/** Fills in what Google does not know. */
async function completeSignUp(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption('FR');
  await page.getByLabel('Currency').selectOption('eur');
  await page.getByLabel('Password', { exact: true }).fill('Abcdefg1');
  await page.getByLabel('Retype password').fill('Abcdefg1');
  await page.getByRole('button', { name: 'Create account' }).click();
}

for (const size of sizes)
  test(`AUTH-01, AUTH-05, AUTH-21 who is new at Google comes to sign up prefilled, and signs in by it from then on, ${size.width} px`, async () => {
    const shop = await startShop();
    const page = await visit(shop.url, { size });
    await page.goto('/auth/login');
    const window = await openGoogle(page);
    expect(await violations(window), 'the window').toEqual([]);
    await window.getByText('Use another account').click();
    await window.getByLabel('First name').fill('Ines');
    await window.getByLabel('Last name').fill('Moreau');
    await window.getByLabel('E-mail address').fill('ines@mail.example');
    await window.getByRole('button', { name: 'Make this account and continue' }).click();

    await page.waitForURL('**/auth/signup');
    await page.getByText("You're signing up with Google").waitFor();
    expect([await filled(page, 'First name'), await filled(page, 'Last name')]).toEqual([
      'Ines',
      'Moreau',
    ]);
    expect(await filled(page, 'Email')).toBe('ines@mail.example');
    // Nothing of it stands in the address, and a reload keeps it.
    expect(page.url()).toBe(`${shop.url}/auth/signup`);
    await page.reload();
    await page.getByText("You're signing up with Google").waitFor();
    expect(await filled(page, 'Email')).toBe('ines@mail.example');
    expect(await violations(page), 'prefilled').toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);

    await completeSignUp(page);
    await page.waitForURL(`${shop.url}/`);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/auth/login');
    await atGoogle(page, /Ines Moreau/);
    await page.waitForURL(`${shop.url}/`);
    await page.goto('/account/profile');
    await page.getByText('Verified', { exact: true }).waitFor();
  });

longTest(
  'AUTH-01 an account of the same e-mail is linked by its password, and the card that was wanted is in the cart',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    account(shop, anna.email);
    const card = await makeCard(shop);
    const page = await visit(shop.url, { size: phone });
    await page.goto(`/gift-cards/${card.brandId}`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL('**/auth/login');
    await atGoogle(page, /Ines Moreau/);
    const dialog = page.getByRole('dialog', { name: 'You already have an account' });
    await dialog.getByText(`${anna.email} already has an account here.`).waitFor();
    expect(path(page)).toBe('/auth/login');
    expect(await violations(page), 'dialog').toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill('Wrong-1-password');
    await dialog.getByRole('button', { name: 'Link and sign in' }).click();
    await dialog.getByText('Password is wrong').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
    await dialog.getByRole('button', { name: 'Link and sign in' }).click();
    await page.waitForURL(`**/gift-cards/${card.brandId}`);
    await page.getByText('Your Google account is linked.').waitFor();
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.goto('/account/orders');
    await page.waitForURL('**/auth/login');
    await atGoogle(page, /Ines Moreau/);
    await page.waitForURL('**/account/orders');
  },
);

longTest(
  'AUTH-01 an account of the same e-mail is linked by a link in a mail, by a press',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    account(shop, anna.email);
    const page = await visit(shop.url);
    await page.goto('/auth/signup');
    await atGoogle(page, /Ines Moreau/);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Email me a link instead' }).click();
    await page.getByRole('dialog', { name: 'Check your inbox' }).waitFor();
    const link = await linkInMail(shop, anna.email, '/google/link/');
    const elsewhere = await visit(shop.url, { size: phone });
    await elsewhere.goto(link);
    await elsewhere.getByRole('button', { name: 'Link and sign in' }).click();
    await elsewhere.waitForURL(`${shop.url}/`);
    await elsewhere.getByText('Your Google account is linked.').waitFor();
    const later = await visit(shop.url);
    await later.goto(link);
    await later.getByRole('button', { name: 'Link and sign in' }).click();
    await later.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect(await violations(later), 'expired').toEqual([]);
    await later.getByRole('link', { name: 'Go to sign in' }).click();
    await later.waitForURL('**/auth/login');
  },
);

longTest(
  'AUTH-21 cancelled or failed at Google: sign up, with a word; closed: nothing is said; a second press brings the window back',
  async () => {
    const shop = await startShop();
    const page = await visit(shop.url);
    await page.goto('/auth/login');
    await atGoogle(page, 'Cancel');
    await page.waitForURL('**/auth/signup');
    await page.getByText('You cancelled the sign-in with Google.').waitFor();
    expect(await filled(page, 'Email')).toBe('');

    await page.goto('/auth/login');
    await atGoogle(page, 'Let it fail');
    await page.waitForURL('**/auth/signup');
    await page.getByText("We couldn't sign you in with Google.").waitFor();

    await page.goto('/auth/login');
    const window = await openGoogle(page);
    await page.getByText('Waiting for Google').waitFor();
    await googleButton(page).click();
    expect(page.context().pages()).toHaveLength(2);
    await window.close();
    await page.getByText('Waiting for Google').waitFor({ state: 'detached' });
    expect(path(page)).toBe('/auth/login');
    expect(await page.getByRole('alert').count()).toBe(0);

    shop.sandbox.faults.add({ operation: 'exchange', kind: 'http_500' });
    const { email } = account(shop, 'lost@mail.example');
    await atGoogle(page, new RegExp(email));
    await page.waitForURL('**/auth/signup');
    await page.getByText("We couldn't sign you in with Google.").waitFor();

    shop.sandbox.faults.add({ operation: 'discovery', kind: 'http_500' });
    await page.goto('/auth/login');
    const opening = page.waitForEvent('popup');
    await googleButton(page).click();
    await opening;
    await page.waitForURL('**/auth/signup');
  },
);

longTest(
  'AUTH-21 a token the server refuses: sign up is filled in, and nothing is linked',
  async () => {
    const shop = await startShop();
    const { email, sub } = account(shop, 'ines@mail.example');
    shop.sandbox.faults.add({ operation: 'id_token', kind: 'wrong_signature', about: sub });
    const page = await visit(shop.url, { size: phone });
    await page.goto('/auth/login');
    await atGoogle(page, new RegExp(email));
    await page.waitForURL('**/auth/signup');
    await page.getByText("Google couldn't confirm your sign-in.").waitFor();
    await page.getByText('We filled in your details from Google').waitFor();
    expect(await filled(page, 'Email')).toBe(email);
    // Asked again, Google's word is good; what was typed meanwhile stays.
    await page.getByLabel('Country').selectOption('FR');
    await atGoogle(page, new RegExp(email));
    await page.getByText("You're signing up with Google").waitFor();
    expect(await page.getByLabel('Country').inputValue()).toBe('FR');
    await page.getByRole('button', { name: 'Sign up without Google' }).click();
    await googleButton(page).waitFor();
  },
);

longTest(
  'after Google has answered the page says that it works on it, and takes no second press',
  async () => {
    const shop = await startShop();
    account(shop, 'ines@mail.example');
    const page = await visit(shop.url, { size: phone });
    const release = Promise.withResolvers<void>();
    await page.route('**/api/v1/google-login', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto('/auth/login');
    await atGoogle(page, /Ines Moreau/);
    await page.getByRole('status').getByText('Signing you in with Google').waitFor();
    expect(await googleButton(page).getAttribute('aria-busy')).toBe('true');
    await googleButton(page).click({ force: true });
    expect(page.context().pages()).toHaveLength(1);
    release.resolve();
    await page.waitForURL('**/auth/signup');
    await page.getByText("You're signing up with Google").waitFor();
  },
);

longTest('a browser that allows no window is told what to do', async () => {
  const shop = await startShop();
  const page = await visit(shop.url, { size: phone });
  await page.addInitScript('window.open = () => null');
  await page.goto('/auth/login');
  await googleButton(page).click();
  await page.getByRole('alert').getByText('Your browser blocked the Google window.').waitFor();
  expect(path(page)).toBe('/auth/login');
  expect(await violations(page)).toEqual([]);
});

longTest('without Google there is no button', async () => {
  const shop = await startShop({ env: { GOOGLE_ISSUER: 'none' } });
  const page = await visit(shop.url);
  await page.goto('/auth/login');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).waitFor();
  await page.getByText('or', { exact: true }).waitFor({ state: 'hidden' });
  expect(await googleButton(page).count()).toBe(0);
});

/** In the place of Google's script: a button that answers with an ID token of the sandbox. */
const services = (idToken: string) => `
  let settings;
  window.google = { accounts: { id: {
    initialize: (given) => { settings = given; },
    renderButton: (place, look) => {
      const button = document.createElement('button');
      button.textContent = 'Continue with Google';
      button.style.width = look.width + 'px';
      button.onclick = () => {
        const [head, body, tail] = '${idToken}'.split('.');
        const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')));
        const text = btoa(JSON.stringify({ ...claims, nonce: settings.nonce }));
        settings.callback({ credential: [head, text, tail].join('.') });
      };
      place.append(button);
    },
  } } };`;

longTest(
  'AUTH-01 with Google itself its own button stands there, loaded on these pages alone and allowed by the page’s policy',
  async () => {
    const shop = await startShop({
      env: { GOOGLE_ISSUER: 'https://accounts.google.com', GOOGLE_CLIENT_ID: 'shop.example' },
    });
    const idToken = await googleToken(shop, account(shop, 'ines@mail.example'));
    const page = await visit(shop.url);
    let loads = 0;
    await page.route('https://accounts.google.com/gsi/client', (route) => {
      loads += 1;
      return route.fulfill({ contentType: 'text/javascript', body: services(idToken) });
    });
    // What the server makes of real tokens is shown in its own tests; it would ask Google here.
    const known = { sFirstName: 'Ines', sLastName: 'Moreau', sEmail: 'ines@mail.example' };
    const release = Promise.withResolvers<void>();
    await page.route('**/api/v1/google-login', async (route) => {
      await release.promise;
      await route.fulfill({
        status: 404,
        json: { status: 404, message: 'No', code: 'google.unknown', data: known },
      });
    });
    await page.goto('/');
    await page.getByText('Mobile apps coming soon').first().waitFor();
    expect(loads).toBe(0);
    await page.goto('/auth/login');
    await googleButton(page).click();
    await page.getByRole('status').getByText('Signing you in with Google').waitFor();
    const inReach = googleButton(page).and(page.locator(':not([inert] *)'));
    expect(await inReach.count()).toBe(0);
    release.resolve();
    await page.waitForURL('**/auth/signup');
    await expect.poll(() => filled(page, 'Email')).toBe('ines@mail.example');
    expect(loads).toBe(1);
  },
);

/** Pastes into each field of the page that takes text; answers what then stands there. */
async function pasteEverywhere(page: Page, words: string): Promise<string[]> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(words)})`);
  const fields = page.locator('form input:not([readonly])');
  const found: string[] = [];
  for (let index = 0; index < (await fields.count()); index++) {
    await fields.nth(index).focus();
    await page.keyboard.press('Control+V');
    found.push(await fields.nth(index).inputValue());
  }
  return found;
}

longTest(
  'password managers find their fields in every form, and whatever is pasted stays',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const { sub } = account(shop, 'linked@mail.example');
    await linkGoogle(shop, anna.id, sub);
    const page = await visit(shop.url);
    const forms = {
      '/auth/login': ['username', 'current-password'],
      '/auth/signup': [
        'given-name',
        'family-name',
        'username',
        'new-password',
        'new-password',
        'tel-country-code',
        'tel-national',
      ],
      '/auth/forgot-password': ['username'],
      '/auth/reset-password/some-token': ['new-password', 'new-password'],
    };
    for (const [address, wanted] of Object.entries(forms)) {
      await page.goto(address);
      await page.locator('form').waitFor();
      const named = await page
        .locator('form input')
        .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')));
      expect(named, address).toEqual(wanted);
      const words = 'Pasted-1@mail.example';
      expect(await pasteEverywhere(page, words), address).toEqual(wanted.map(() => words));
    }
  },
);
