import { text } from '@giftlane/texts/text.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { submissionOf } from '../apps/server/src/features/kyc/applicants.testing.ts';
import {
  makeCard,
  makeMember,
  orderBody,
  testPassword,
} from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, phone, sizes } from './browser.ts';
import {
  addToCart,
  boxOf,
  coloursOf,
  fillSignUp,
  linkInMail,
  quantities,
  signIn,
} from './journey.ts';

const { visit } = browserForFile();

const notices = (page: Page) => page.getByRole('region', { name: text('ui.notices') });
const isFocused = 'document.activeElement.innerText';

test('AUTH-05, CARD-13 who signs up is signed in and goes on to the cart with what they chose', async () => {
  const shop = await startShop();
  const card = await makeCard(shop);
  const page = await visit(shop.url, { size: phone });
  await page.goto(`/gift-cards/${card.brandId}`);
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await page.waitForURL('**/auth/login');
  await page
    .getByRole('main')
    .getByRole('link', { name: text('auth.signUp.title') })
    .click();
  await page.waitForURL('**/auth/signup');
  await fillSignUp(page, 'vera@example.com', testPassword);
  await page.getByRole('button', { name: text('auth.signUp.action') }).click();
  await page.waitForURL('**/account/cart');
  await page
    .getByRole('list', { name: text('cart.lines') })
    .getByRole('listitem')
    .waitFor();
  const banner = text('verify.banner', { email: 'vera@example.com' });
  await page.getByText(banner).waitFor();
  expect(await notices(page).getByRole('listitem').count()).toBe(0);

  // The page of the mail's link leads to the cart, which holds a card.
  await page.goto(await linkInMail(shop, 'vera@example.com', '/mail/verification/'));
  await page.waitForURL('**/mail/verified');
  await page
    .getByRole('main')
    .getByRole('link', { name: text('verify.toCart') })
    .click();
  await page.waitForURL('**/account/cart');
});

test('signing up with an address that has an account ends at the sign-in page, and with its password signs in', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { size: phone });
  await page.goto('/auth/signup');
  await fillSignUp(page, anna.email, 'Another-1-password');
  await page.getByRole('button', { name: text('auth.signUp.action') }).click();
  await page.waitForURL('**/auth/login');
  await page.getByText(text('notice.registered')).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('giftlane.token'))).toBeNull();
  await page.goto('/auth/signup');
  await fillSignUp(page, anna.email, testPassword);
  await page.getByRole('button', { name: text('auth.signUp.action') }).click();
  await page.waitForURL((at) => at.pathname === '/');
});

test('what was typed into the sign-up form outlives a reload and a look at another page, but not the password', async () => {
  const shop = await startShop();
  const page = await visit(shop.url, { size: phone });
  await page.goto('/auth/signup');
  await fillSignUp(page, 'mia@mail.example', 'Another-1-password');
  await page.reload();
  await expect
    .poll(() => page.getByLabel('Email', { exact: true }).inputValue())
    .toBe('mia@mail.example');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/auth/login');
  await page.goBack();
  await expect
    .poll(() => page.getByLabel('Email', { exact: true }).inputValue())
    .toBe('mia@mail.example');
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
});

test('the menu is scrolled to its end where a phone lies on its side', async () => {
  const shop = await startShop();
  const { token } = await makeMember(shop);
  const page = await visit(shop.url, { token, size: { width: 740, height: 360 } });
  await page.goto('/faq');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((at) => at.pathname === '/');
  expect(await page.evaluate(() => localStorage.getItem('giftlane.token'))).toBeNull();
});

test('ERR-05 what signing in refuses stands in the form and has the focus', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { size: phone });
  await page.goto('/auth/login');
  await signIn(page, anna.email, 'not it');
  const form = page.getByRole('main').locator('form');
  await form.getByRole('alert').getByText(text('error.wrongCredentials')).waitFor();
  await expect.poll(() => page.evaluate(isFocused)).toContain(text('error.wrongCredentials'));
  expect(await notices(page).getByRole('listitem').count()).toBe(0);
  // Another try begins without it.
  await signIn(page, anna.email);
  await page.waitForURL((at) => at.pathname === '/');
});

test('a freeze is asked for once with what it does, and is seen in wallet, cart, order and checkout with the way to end it', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop, { priceMinor: 10_00n });
  const { token } = anna;
  const paid = await shop.raw('POST', '/transaction', {
    token,
    body: orderBody(anna, { card, totalMinor: 10_00n }),
  });
  expect(paid.status).toBe(200);
  const order = (paid.body.data as { _id: string })._id;
  const page = await visit(shop.url, { token, size: phone });
  await addToCart(page, card.brandId);
  await expect.poll(() => quantities(shop, token)).toEqual([1]);
  await page.goto('/account/cart');
  const checkout = page.getByRole('button', { name: text('cart.checkout') }).last();
  const bright = await coloursOf(checkout);

  await page.goto('/account/security');
  const freeze = page.getByRole('button', { name: text('security.freeze.action') });
  await freeze.click();
  const dialog = page.getByRole('dialog', { name: text('security.freeze.ask') });
  await dialog.getByText(text('security.freeze.askOne')).waitFor();
  await dialog.getByRole('button', { name: text('security.freeze.leave') }).click();
  await dialog.waitFor({ state: 'detached' });
  const { body } = await shop.raw('GET', '/security', { token });
  expect(body.data).toMatchObject({ dLockedAt: null });
  await freeze.click();
  await dialog.getByRole('button', { name: text('security.freeze.action') }).click();
  await page.getByRole('button', { name: text('security.frozen.end') }).waitFor();
  // The page says it, where a keyboard goes on: the button that was pressed is gone.
  const said = page.getByRole('alert').filter({ hasText: text('security.frozen.text') });
  await said.and(page.locator(':focus')).waitFor();
  expect(await notices(page).getByRole('listitem').count()).toBe(0);

  const frozen = page.getByRole('region', { name: text('error.accountLocked') });
  for (const address of ['/account/wallet', '/account/cart', `/account/orders/${order}`]) {
    await page.goto(address);
    await frozen.getByRole('link', { name: text('error.accountLocked.link') }).waitFor();
  }
  await page.goto('/account/cart');
  await checkout.waitFor();
  expect(await coloursOf(checkout)).not.toEqual(bright);
  await checkout.click();
  const problem = page.getByRole('main').getByRole('alert');
  await problem.getByRole('link', { name: text('error.accountLocked.link') }).click();
  await page.waitForURL('**/account/security');
  await page.getByRole('button', { name: text('security.frozen.end') }).waitFor();
  expect(await frozen.count()).toBe(0);
});

for (const size of sizes)
  test(`after adding, the bar says what the cart holds, also after signing in, ${size.width} px`, async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const page = await visit(shop.url, { size });
    await page.goto(`/gift-cards/${card.brandId}`);
    const bar = page.getByRole('region', { name: text('card.chosen') });
    const view = bar.getByRole('link', { name: text('cart.view') });
    expect(await view.count()).toBe(0);
    await page.getByRole('button', { name: 'One more' }).click();
    await bar.getByText('2 × $10').waitFor();
    await page.getByRole('button', { name: 'Add to cart' }).first().click();
    await page.waitForURL('**/auth/login');
    await signIn(page, anna.email);
    await page.waitForURL(`**/gift-cards/${card.brandId}`);
    await bar.getByText(text('card.chosen.inCart', { count: 2 })).waitFor();
    await page.getByRole('button', { name: 'Add to cart' }).first().click();
    await bar.getByText(text('card.chosen.inCart', { count: 3 })).waitFor();
    expect(await notices(page).getByRole('listitem').count()).toBe(0);
    await view.click();
    await page.waitForURL('**/account/cart');
  });

test('on a phone notices stand at the lower edge, above the bar that is there', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  const notice = notices(page).getByRole('listitem').last();
  await page.route('**/api/v1/cart', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.goto(`/gift-cards/${card.brandId}`);
  const choice = page.getByRole('region', { name: text('card.chosen') });
  await choice.getByRole('button', { name: 'Add 1 to cart' }).click();
  await notice.waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await expect
    .poll(async () => (await boxOf(choice)).y + (await boxOf(choice)).height)
    .toBeCloseTo(phone.height, 0);
  const bar = await boxOf(choice);
  const seen = await boxOf(notice);
  expect(seen.y).toBeGreaterThan(phone.height / 3);
  expect(seen.y + seen.height).toBeLessThanOrEqual(bar.y);
  // The bar of the cart.
  await page.unroute('**/api/v1/cart');
  await addToCart(page, card.brandId);
  await page.goto('/account/cart');
  await page.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('button', { name: 'Remove Nimbus' }).click();
  await notice.waitFor();
  // Nothing is left to pay: the shop's own bar is back.
  const nav = page.getByRole('navigation', { name: text('nav.bottom') });
  // It gives way to the bar, which comes after it.
  const over = async () => {
    const { y, height } = await boxOf(notice);
    return y + height - (await boxOf(nav)).y;
  };
  await expect.poll(over).toBeLessThanOrEqual(0);
  expect((await boxOf(notice)).y).toBeGreaterThan(phone.height / 2);
});

test('ERR-19, PAY-02 an order that is paid is thanked for on its page, which no notice covers', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await addToCart(page, card.brandId);
  await expect.poll(() => quantities(shop, anna.token)).toEqual([1]);
  await page.goto('/account/cart');
  await page
    .getByRole('button', { name: text('cart.checkout') })
    .last()
    .click();
  await page.waitForURL('**/account/checkout/success**');
  await page.getByRole('main').getByText(text('notice.orderPlaced')).waitFor();
  expect(await notices(page).getByRole('listitem').count()).toBe(0);
});

test('a problem with a code that can no longer be reported leads to support with order and serial filled in, and keeps what was typed', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop, { priceMinor: 10_00n });
  const paid = await shop.raw('POST', '/transaction', {
    token: anna.token,
    body: orderBody(anna, { card, totalMinor: 10_00n }),
  });
  const order = paid.body.data as { _id: string; sOrderId: string };
  const page = await visit(shop.url, { token: anna.token, size: phone });
  const over = { aClaims: [], nTotal: 0, dUntil: '2026-01-01T00:00:00.000Z' };
  await page.route('**/transactions/*/claims?*', (route) =>
    route.fulfill({ json: { status: 200, message: '', data: over } }),
  );
  await page.goto(`/account/orders/${order._id}`);
  await page.getByRole('button', { name: 'Reveal code S1' }).click();
  const way = page.getByRole('link', { name: text('orders.code.problemOf', { serial: 'S1' }) });
  await way.click();
  await page.waitForURL('**/contact-us**');
  expect(page.url()).not.toContain(card.codes[0]);
  const subject = page.getByLabel(text('contact.subject'));
  const message = page.getByRole('textbox', { name: text('contact.message') });
  await expect
    .poll(() => subject.inputValue())
    .toBe(text('contact.code.subject', { order: order.sOrderId }));
  const begun = text('contact.code.message', { order: order.sOrderId, serial: 'S1' });
  expect(await message.inputValue()).toBe(begun);
  await message.fill(`${begun}It says it was used.`);
  await page.goBack();
  await page.getByRole('button', { name: 'Reveal code S1' }).click();
  await way.click();
  await expect.poll(() => message.inputValue()).toBe(`${begun}It says it was used.`);
});

test('where one verifies, adds and sells, the limits of today and after it are told; in review, when it was sent', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto('/account/kyc');
  const gains = page.getByRole('region', { name: text('kyc.gains') });
  const limits = { verified: '$10,000.00', now: '$500.00' };
  await gains.getByText(text('kyc.gains.add', limits)).waitFor();
  await gains.getByText(text('kyc.gains.send', { now: '$500.00' })).waitFor();
  await gains.getByText(text('kyc.gains.sell', { now: '$1,000.00' })).waitFor();
  await page.goto('/account/wallet');
  await page.getByText(/\$10,000\.00 a day once verified/).waitFor();

  const sent = await shop.raw('PUT', '/updatekyc', {
    token: anna.token,
    body: await submissionOf(shop, anna),
  });
  expect(sent.status).toBe(200);
  await page.goto('/account/kyc');
  await page.getByText(/Reviews take 24-48 hours/).waitFor();
  expect(await gains.count()).toBe(0);
});
