import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeCard, makeMember, orderBody } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, isLong, longTest, phone } from './browser.ts';
import {
  answered,
  linkInMail,
  makeBrand,
  openFooter,
  signIn,
  toProof,
  withoutWords,
} from './journey.ts';

const { visit } = browserForFile();

const hero = 'A gift card for everyone on your list.';
const wentWrong = 'Something went wrong on our end';

type Place = readonly [address: string, heading: string, leadsTo?: string];

/** What visitors and members see alike. */
const forAll: readonly Place[] = [
  ['/gift-cards', 'Gift Cards'],
  ['/sell-cards', 'Sell Gift Cards'],
  ['/sell-cards-select', 'Cards we buy'],
  ['/faq', 'Frequently Asked Questions'],
  ['/about-us', 'About Us'],
];

test('ROUTE-01, 02, 03, 04, 05, 06, 07, 10, 11, 12, 13, 14, 15, 39, 45, 47, 51 every open address shows its page', async () => {
  const shop = await startShop();
  const { brandId } = await makeCard(shop);
  const page = await visit(shop.url);
  const places: readonly Place[] = [
    ['/', hero],
    ['/home', hero],
    ['/auth', 'Sign in', '/auth/login'],
    ['/auth/login', 'Sign in'],
    ['/auth/signup', 'Create an account'],
    ['/auth/forgot-password', 'Forgot your password?'],
    ['/auth/reset-password/some-token', 'Set a new password'],
    ['/mail/verified', 'Your email address is verified'],
    ['/mail/verification/expired', wentWrong],
    ['/error', wentWrong],
    ['/link/expired', 'This link has expired'],
    ['/404', 'Page could not be found'],
    [`/gift-cards/${brandId}`, 'Nimbus'],
    ...forAll,
    ['/gift-cards/nothing-of-that-name', 'Page could not be found', '/404'],
    ['/no/such/page', hero, '/'],
    ['/admin', hero, '/'],
    ['/office', hero, '/'],
  ];
  for (const [address, heading, leadsTo] of places) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(leadsTo ?? address);
    expect(await page.title()).toMatch(/ · Giftlane$/);
  }
  for (const address of ['/404', '/error', '/mail/verification/expired']) {
    await page.goto(address);
    const main = page.getByRole('main');
    const home = main.getByRole('link', { name: 'Back to Home' });
    await home.waitFor();
    expect(await main.getByRole('button', { name: 'Try again' }).count(), address).toBe(0);
    await home.click();
    await page.getByRole('heading', { level: 1, name: hero }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  }
});

test('ROUTE-40, ROUTE-41 a visitor is sent from every closed address to sign in, and back to it afterwards', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url);
  for (const path of [
    '',
    '/profile',
    '/wallet',
    '/cart',
    '/checkout',
    '/checkout/success',
    '/change-password',
  ]) {
    await page.goto(`/account${path}`);
    await page.waitForURL('**/auth/login');
  }
  await page.goto('/account/orders?tab=sell');
  await page.waitForURL('**/auth/login');
  await page.reload();
  await signIn(page, anna.email);
  await page.waitForURL('**/account/orders?tab=sell');
});

test('ROUTE-27, 28, 30, 31, 36, 37, 38, 42, 43, 47, 49 a member enters the account pages and is led away from those of visitors', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  // As long as an address may be, and without a place to break.
  const email = `${'wm'.repeat(110)}@example.com`;
  await shop.db.run(
    sql`update members set email = ${email}, email_key = ${email} where id = ${anna.id}`,
  );
  const page = await visit(shop.url, { token: anna.token });
  const places: readonly Place[] = [
    ['/account', 'Profile', '/account/profile'],
    ['/account/profile', 'Profile'],
    ['/account/orders', 'My Orders'],
    ['/account/wallet', 'My Wallet'],
    ['/account/cart', 'Your cart'],
    ['/account/profile-edit', 'Edit profile'],
    ['/account/kyc', 'Identity verification'],
    ['/account/kyc-submit', 'Verify your identity'],
    ['/account/change-password', 'Change Password'],
    ['/account/settings', 'Notifications'],
    // A visitor has seen these above.
    ...(isLong ? forAll : []),
    // Nothing to pay for, nothing that was paid.
    ['/account/checkout', 'Your cart', '/account/cart'],
    ['/account/checkout/success', 'My Orders', '/account/orders'],
    ['/auth', hero, '/'],
    ['/auth/login', hero, '/'],
    ['/auth/signup', hero, '/'],
    ['/auth/forgot-password', hero, '/'],
    ['/auth/reset-password/some-token', hero, '/'],
  ];
  for (const [address, heading, leadsTo] of places) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(leadsTo ?? address);
  }
  await page.evaluate(
    `sessionStorage.setItem('giftlane.pendingItem', '{"id":"card_x","quantity":1}')`,
  );
  await page.goto('/auth/signup');
  await page.waitForURL('**/gift-cards');
});

test('ROUTE-44 a new page starts at its top', async () => {
  const shop = await startShop();
  await makeCard(shop);
  const page = await visit(shop.url, { size: phone });
  await page.goto('/');
  const link = (await openFooter(page)).getByRole('link', { name: 'Gift Cards', exact: true });
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(200);
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Gift Cards' }).waitFor();
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(0);
});

test('ROUTE-44 a page whose address is typed anew starts at its top; reload and Back keep its place', async () => {
  const shop = await startShop();
  const page = await visit(shop.url, { size: phone });
  const top = () => page.evaluate<number>('scrollY');
  /** From then on the shop itself knows where the page is. */
  const taken = () =>
    expect.poll(() => page.evaluate<string>('history.scrollRestoration')).toBe('manual');
  await page.goto('/faq');
  await taken();
  await page.evaluate('scrollTo(0, 600)');
  await page.reload();
  await taken();
  await expect.poll(top).toBe(600);
  await page.goto('/about-us');
  await taken();
  await page.goto('/faq');
  await taken();
  expect(await top()).toBe(0);
  await page.goBack();
  await page.waitForURL('**/about-us');
  await taken();
  await page.goBack();
  await page.waitForURL('**/faq');
  await expect.poll(top).toBe(600);
});

test('scripts that a release took away bring the page anew, but for one that is being left', async () => {
  const shop = await startShop();
  const page = await visit(shop.url, { size: phone });
  await page.goto('/faq');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.evaluate<string>('history.scrollRestoration')).toBe('manual');
  const lacksScripts = `dispatchEvent(new Event('vite:preloadError', { cancelable: true }))`;
  await page.evaluate('globalThis.isOld = true');
  // As while another page is on its way, whose start has ended the requests of this one.
  const prevented = await page.evaluate<boolean>(
    `dispatchEvent(new Event('beforeunload')); !${lacksScripts}`,
  );
  expect(prevented).toBe(false);
  await page.goto('/about-us');
  await expect.poll(() => page.evaluate<string>('history.scrollRestoration')).toBe('manual');
  await page.evaluate('globalThis.isOld = true');
  await page.evaluate(lacksScripts);
  await expect.poll(() => page.evaluate('globalThis.isOld')).toBeUndefined();
  expect(new URL(page.url()).pathname).toBe('/about-us');
});

test('ROUTE-45 a page that crashes shows the error page with its way home', async () => {
  const shop = await startShop();
  const { brandId } = await makeCard(shop);
  const page = await visit(shop.url, { mayCrash: true });
  await page.route(`**/api/v1/giftcards/${brandId}*`, (route) =>
    route.fulfill({ json: { status: 200, message: '', data: { cards: 'none' } } }),
  );
  const told = page.waitForRequest('**/api/v1/crashes');
  await page.goto(withoutWords(`/gift-cards/${brandId}`));
  await page.getByRole('heading', { name: wentWrong }).waitFor();
  // The shop learns where and how, and nothing about the person.
  const report = (await told).postDataJSON();
  expect(report).toEqual({
    sPage: '/gift-cards/:',
    sError: 'TypeError',
    aFrames: expect.arrayContaining([expect.stringMatching(/^[\w.-]+\.js:\d+:\d+$/)]),
  });
  expect((await (await told).response())?.status()).toBe(200);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await page.getByRole('heading', { level: 1, name: hero }).waitFor();
});

test('GLOB-01, GLOB-03, GLOB-04, GLOB-05, GLOB-07 the header knows visitor and member, the cookie notice stays accepted', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 12_34n });
  const { id: cardId } = await makeCard(shop);
  const guest = await visit(shop.url, { size: phone });
  await guest.goto('/');
  const notice = guest.getByRole('region', { name: 'Cookie notice' });
  await notice.getByRole('button', { name: 'Accept' }).click();
  await notice.waitFor({ state: 'detached' });
  await guest.reload();
  await guest.getByRole('button', { name: 'Menu' }).click();
  const menu = guest.getByRole('dialog', { name: 'Menu' });
  expect(await menu.getByRole('link').allTextContents()).toEqual([
    'Home',
    'Gift Cards',
    'Sell Gift Cards',
    'About Us',
    'Contact Us',
    'Sign in',
    'Sign up',
  ]);
  expect(await notice.count()).toBe(0);
  expect(await guest.getByRole('button', { name: 'Wallet' }).count()).toBe(0);
  await guest.keyboard.press('Escape');
  await guest.getByRole('link', { name: 'Cart', exact: true }).click();
  await guest.waitForURL('**/auth/login');
  await signIn(guest, anna.email);
  await guest.waitForURL('**/account/cart');

  await shop.raw('POST', '/cart', {
    token: anna.token,
    body: { iGiftCardId: cardId, nQuantity: 3 },
  });
  const page = await visit(shop.url, { token: anna.token });
  await page.goto('/');
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  await page.getByRole('button', { name: 'Wallet' }).click();
  const popover = page.getByRole('dialog', { name: 'Wallet' });
  await popover.getByText('$12.34').waitFor();
  await popover.getByRole('link', { name: 'Open wallet' }).click();
  await page.getByRole('heading', { level: 1, name: 'My Wallet' }).waitFor();
  await popover.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Account' }).click();
  const account = page.getByRole('dialog', { name: 'Account' });
  for (const name of ['Profile', 'My Orders']) await account.getByRole('link', { name }).waitFor();
  await account.getByRole('button', { name: 'Logout' }).click();
  await page.getByText("You're signed out.").waitFor();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  // The page does not wait for the server to hear of it.
  const profile = () => shop.raw('GET', '/myprofile', { token: anna.token });
  await expect.poll(async () => (await profile()).status).toBe(401);
});

longTest(
  'who has not verified their address is reminded on every page, gets the mail once more, and is then left alone',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/profile');
    const reminder = page.getByRole('region', { name: 'Not verified yet' });
    await reminder.getByText(anna.email).waitFor();
    const resend = reminder.getByRole('button', { name: 'Resend email' });
    await resend.dblclick();
    await page.getByText("We've sent you a new verification email.").waitFor();
    const link = await linkInMail(shop, anna.email, '/mail/verification/');
    await page.goto(link);
    await page.getByText('Your email address is verified').waitFor();
    await page.goto('/account/profile');
    await page.getByRole('main').getByText(anna.email).waitFor();
    expect(await reminder.count()).toBe(0);
  },
);

test('HOME-05, HOME-07, HOME-08, HOME-09, HOME-10 the home page counts what is there and makes its promises', async () => {
  const shop = await startShop();
  await makeCard(shop, { codes: 7 });
  await makeMember(shop);
  const page = await visit(shop.url, { size: phone });
  await page.goto('/');
  await page.getByText('1000+ brands').first().waitFor();
  for (const label of ['Available Coupons', 'Happy Customers', 'Orders in 24 Hours']) {
    await page.getByText(label, { exact: true }).scrollIntoViewIfNeeded();
  }
  const figures = page
    .locator('dl', { hasText: 'Available Coupons' })
    .locator('dd', { has: page.locator('[aria-hidden]') });
  const said = figures.locator(':not([aria-hidden])');
  // The second half is the number that climbs.
  await expect
    .poll(async () => (await figures.allTextContents()).join(' '))
    .toBe((await said.allTextContents()).map((n) => n + n).join(' '));
  const { body } = await shop.raw('GET', '/counter');
  const shown = (await said.allTextContents()).map(Number);
  expect(body.data).toMatchObject({
    cards: shown[0],
    users: shown[1],
    ordersLast24Hours: shown[2],
  });
  expect(shown[0]).toBeGreaterThan(0);
  for (const words of [
    'Earn points for every delivered order',
    'Newsletter updates',
    'Mobile apps coming soon',
  ]) {
    await page.getByText(words).waitFor();
  }
});

test('SESS-07, SESS-08, AUTH-22 token and currency are kept in local storage; a login replaces an old token', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  await makeBrand(shop, 'Kestrel', [{ valueMinor: 20_00n, currency: 'gbp' }]);
  const page = await visit(shop.url);
  await page.goto('/gift-cards');
  await page.getByLabel('Currency').selectOption('gbp');
  await page.getByText('£20').first().waitFor();
  await page.reload();
  await page.getByText('£20').first().waitFor();
  expect(await page.evaluate(`localStorage.getItem('giftlane.currency')`)).toBe('gbp');

  await page.evaluate(`localStorage.setItem('giftlane.token', 'left-over-of-long-ago')`);
  await page.goto('/auth/login');
  await signIn(page, anna.email.toUpperCase());
  await page.getByRole('button', { name: 'Account' }).waitFor();
  const token = await page.evaluate<string>(`localStorage.getItem('giftlane.token')`);
  expect((await shop.raw('GET', '/myprofile', { token })).status).toBe(200);
  await page.reload();
  await page.getByRole('button', { name: 'Account' }).waitFor();
});

test('ERR-04 a token the server no longer knows: signed out and home, in every tab', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  await makeCard(shop);
  const page = await visit(shop.url, {});
  await page.goto('/auth/login');
  const [cart, orders] = [answered(page, '/cart'), answered(page, '/transactions?*')];
  await signIn(page, anna.email);
  await page.getByRole('button', { name: 'Account' }).waitFor();
  const other = await page.context().newPage();
  const [itsCart, itsOrders] = [answered(other, '/cart'), answered(other, '/transactions?*')];
  await other.goto('/account/profile');
  await other.getByRole('heading', { name: 'About you' }).waitFor();
  // A call still on its way would be refused, and end the session before anything is pressed.
  await Promise.all([cart, orders, itsCart, itsOrders]);

  const token = await page.evaluate<string>(`localStorage.getItem('giftlane.token')`);
  expect((await shop.raw('GET', '/logout', { token })).status).toBe(200);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'My Orders' }).click();
  await page.getByText('Please sign in.').waitFor();
  await page.waitForURL(`${shop.url}/`);
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  expect(await page.evaluate(`localStorage.getItem('giftlane.token')`)).toBeNull();
  await other.waitForURL(`${shop.url}/`);
  await other.getByRole('link', { name: 'Sign in' }).first().waitFor();
});

longTest(
  'the way back from an order, a line of the wallet and a card to sell leads to the list as it was left',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop);
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    await shop.raw('POST', '/transaction', { token: anna.token, body });
    await shop.db.run(sql`update cards set sellable = true`);
    await shop.catalog.refresh();
    const page = await visit(shop.url, { token: anna.token });
    const main = page.getByRole('main');
    for (const [list, onward, back] of [
      ['/account/orders?search=nimbus', 'Nimbus', 'All orders'],
      ['/sell-cards-select?search=nimbus', /Nimbus/, 'All cards we buy'],
    ] as const) {
      await page.goto(list);
      await main.getByRole('link', { name: onward }).first().click();
      await main.getByRole('link', { name: back }).click();
      await page.waitForURL(`${shop.url}${list}`);
    }
    await page.goto('/account/wallet?kind=buy');
    await toProof(page);
    await main.getByRole('link', { name: 'Back to wallet' }).click();
    await page.waitForURL(`${shop.url}/account/wallet?kind=buy`);
    // Who comes from elsewhere, such as a mail, gets to the list itself.
    await page.goto(`/account/orders/${body.sOrderId}`);
    await main.getByRole('link', { name: 'All orders' }).click();
    await page.waitForURL(`${shop.url}/account/orders`);
  },
);
