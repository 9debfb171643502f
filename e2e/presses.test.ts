/** Impatient people press twice: every button does its deed once. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { initiated } from '../apps/server/src/testing/buying.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, longTest, phone } from './browser.ts';
import {
  dismissAll,
  linkInMail,
  makeBrand,
  openOrder,
  quantities,
  whileFailing,
} from './journey.ts';

const { visit } = browserForFile();

/** Counts the calls a page makes from now on, as `METHOD /path` without the base. */
function callsOf(page: Page): { made: (call: string) => number; all: string[] } {
  const all: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/'))
      all.push(`${request.method()} ${pathname.slice('/api/v1'.length)}`);
  });
  return { made: (call) => all.filter((made) => made.startsWith(call)).length, all };
}

/** Two presses with nothing drawn between them, as those a busy browser has kept waiting. */
async function pressTwice(button: Locator): Promise<void> {
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.evaluate(async (at) => {
    at.click();
    await Promise.resolve();
    at.click();
  });
}

interface Form {
  address: string;
  fields: Readonly<Record<string, string>>;
  button: string;
  call: string;
  /** Whether the page has arrived where success leads. */
  done: (page: Page) => Promise<unknown>;
}

/** Loses the call, then fails it: both are said, and what was typed stays. Then two presses are one call. */
async function tryForm(page: Page, { address, fields, button, call, done }: Form) {
  await page.goto(address);
  const main = page.getByRole('main');
  const field = (label: string) => main.getByLabel(label, { exact: true });
  for (const [label, value] of Object.entries(fields)) {
    const list = (await field(label).evaluate((at) => at.tagName)) === 'SELECT';
    await (list ? field(label).selectOption(value) : field(label).fill(value));
  }
  const press = main.getByRole('button', { name: button, exact: true });
  const calls = `**/api/v1${call}`;
  await whileFailing(page, calls, async (words) => {
    await press.click();
    // At the field, or in an alert that can be taken away.
    await page.getByText(words).first().waitFor();
    for (const [label, value] of Object.entries(fields))
      expect(await field(label).inputValue(), `${address} ${label} ${words}`).toBe(value);
    await dismissAll(page);
  });
  let made = 0;
  await page.route(calls, (route) => {
    made++;
    return route.continue();
  });
  await pressTwice(press);
  await done(page);
  expect(made, call).toBe(1);
  expect(await page.getByRole('alert').count(), address).toBe(0);
  await page.unroute(calls);
}

longTest(
  'ERR-01, ERR-02 every form of an account, and the newsletter: lost or failed it says so and keeps what was typed; two presses are one call',
  async () => {
    const shop = await startShop();
    const [email, first, second, third] = [
      'vera@example.com',
      'First-passw0rd',
      'Second-passw0rd',
      'Third-passw0rd',
    ];
    const page = await visit(shop.url, { size: phone });
    const inbox = () => page.getByText('Check your inbox').first().waitFor();
    const home = () => page.waitForURL(/[0-9]\/$/);
    const login = () => page.waitForURL('**/auth/login');
    await tryForm(page, {
      address: '/auth/signup',
      fields: {
        'First name': 'Vera',
        'Last name': 'Visitor',
        Email: email,
        Country: 'US',
        Currency: 'usd',
        Password: first,
        'Retype password': first,
      },
      button: 'Create account',
      call: '/registration',
      done: home,
    });
    // Who signs up is signed in.
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByText("You're signed out.", { exact: true }).waitFor();
    const newsletter = { fields: { Email: email }, button: 'Subscribe', call: '/newsletter' };
    await tryForm(page, { address: '/', ...newsletter, done: inbox });
    await tryForm(page, {
      address: '/auth/forgot-password',
      fields: { Email: email },
      button: 'Send link',
      call: '/password/forgot',
      done: inbox,
    });
    const link = await linkInMail(shop, email, '/reset-password/verification/');
    await tryForm(page, {
      address: link.replace('/reset-password/verification/', '/auth/reset-password/'),
      fields: { 'New password': second, 'Retype new password': second },
      button: 'Save new password',
      call: '/password/reset/*',
      done: login,
    });
    await tryForm(page, {
      address: '/auth/login',
      fields: { Email: email, Password: second },
      button: 'Sign in',
      call: '/login',
      done: home,
    });
    await tryForm(page, {
      address: '/account/change-password',
      fields: { 'Old password': second, 'New password': third, 'Retype new password': third },
      button: 'Change password',
      call: '/password/change',
      done: home,
    });
    const mails = () =>
      shop.sandbox.mails(email).filter(({ text }) => text.includes('/newsletter/'));
    await expect.poll(() => mails().length).toBe(1);
  },
);

longTest(
  'the cart: a double click takes out one line, empties once, brings back once, and accepts a new total once',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 500_00n });
    for (const [title, quantity] of [
      ['Kestrel', 2],
      ['Larch', 3],
      ['Maple', 4],
    ] as const) {
      const { cards } = await makeBrand(shop, title, [{ valueMinor: 10_00n, codes: 9 }]);
      const body = { iGiftCardId: cards[0], nQuantity: quantity };
      await shop.raw('POST', '/cart', { token: anna.token, body });
    }
    const page = await visit(shop.url, { token: anna.token });
    const calls = callsOf(page);
    await page.goto('/account/cart');
    const lines = page.getByRole('list', { name: 'Cards in your cart' }).getByRole('listitem');
    const undo = page
      .getByRole('region', { name: 'Notices' })
      .getByRole('button', { name: 'Undo' });
    const inCart = () => quantities(shop, anna.token);
    const slowly = { delay: 60 };
    await page.getByRole('button', { name: 'Remove Kestrel' }).dblclick(slowly);
    // The next line has moved under the pointer, and stays.
    await page.getByText('Kestrel $10 removed').waitFor();
    await expect.poll(inCart).toEqual([3, 4]);
    expect(await lines.count()).toBe(2);
    // By the keyboard, twice before anything is drawn.
    await pressTwice(page.getByRole('button', { name: 'Remove Maple' }));
    await page.getByText('Maple $10 removed').waitFor();
    // As with the lines: the other notice moves under the pointer.
    await undo.first().dblclick(slowly);
    await expect.poll(inCart).toEqual([3, 2]);
    await undo.dblclick();
    await expect.poll(inCart).toEqual([3, 2, 4]);
    expect(calls.made('POST /cart')).toBe(2);
    await pressTwice(page.getByRole('button', { name: 'Clear cart' }));
    await page.getByText('Ooops! Your cart is currently empty.').waitFor();
    await expect.poll(inCart).toEqual([]);
    await undo.dblclick();
    await expect.poll(inCart).toEqual([3, 2, 4]);
    await expect.poll(() => lines.count()).toBe(3);
    expect(calls.all.filter((call) => call === 'DELETE /cart')).toHaveLength(1);
    expect(calls.made('DELETE /cart/')).toBe(2);
    expect(calls.made('POST /cart')).toBe(5);

    // No reading of the cart is on its way when the price changes: it would bring the new one.
    await page.reload();
    await expect.poll(() => lines.count()).toBe(3);
    await shop.db.run(sql`update cards set price_minor = 1200`);
    await shop.catalog.refresh();
    await page.getByRole('button', { name: 'Checkout' }).first().click();
    await pressTwice(page.getByRole('button', { name: /^Accept and pay \$/ }));
    await page.waitForURL('**/account/checkout/success**');
    // One that was refused for its price, one that went through.
    expect(calls.all.filter((call) => call === 'POST /transaction')).toHaveLength(2);
    expect(await anna.balance()).toBe(500_00n - 9n * 12_00n);
    expect(await page.getByRole('alert').count()).toBe(0);
  },
);

longTest(
  'cards of two values, one right after the other: both go into the cart, and each can be added again',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const values = [{ valueMinor: 10_00n }, { valueMinor: 25_00n }];
    const { id } = await makeBrand(shop, 'Kestrel', values);
    const page = await visit(shop.url, { token: anna.token });
    await page.goto(`/gift-cards/${id}`);
    const add = (value: string) =>
      page.getByRole('row', { name: value }).getByRole('button', { name: 'Add to cart' });
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/v1/cart', async (route) => {
      if (route.request().method() === 'POST') await answered.promise;
      await route.continue();
    });
    await add('$10').click();
    await add('$25').click();
    answered.resolve();
    const inCart = async () => (await quantities(shop, anna.token)).toSorted();
    await expect.poll(inCart).toEqual([1, 1]);
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
    await add('$10').click();
    await expect.poll(inCart).toEqual([1, 2]);
  },
);

test('an order is cancelled once and paid once, however often it is pressed', async () => {
  const shop = await startShop();
  const { anna } = await initiated(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  const calls = callsOf(page);
  await openOrder(page);
  await pressTwice(page.getByRole('button', { name: 'Cancel order' }));
  const question = page.getByRole('dialog', { name: 'Cancel this order?' });
  await pressTwice(question.getByRole('button', { name: 'Cancel order' }));
  await page.getByText('Order cancelled', { exact: true }).waitFor();
  await question.waitFor({ state: 'detached' });
  expect(calls.made('POST /transaction/cancel')).toBe(1);
  expect(await quantities(shop, anna.token)).toEqual([3]);

  await page.goto('/account/cart');
  const toggle = page.getByRole('switch', { name: /Use wallet balance/ });
  await toggle.press('Space');
  await page.getByRole('radio', { name: /^Card/ }).waitFor();
  await page.getByRole('button', { name: 'Checkout' }).last().dblclick();
  await page.waitForURL('**/account/checkout');
  const windows: Page[] = [];
  const approvals: string[] = [];
  page.on('popup', (opened) => {
    windows.push(opened);
    opened.on('request', (request) => {
      if (request.url().endsWith('/approve')) approvals.push(request.url());
    });
  });
  const opening = page.waitForEvent('popup');
  await pressTwice(page.getByRole('button', { name: 'Pay by sandbox card' }));
  const provider = await opening;
  await provider.getByText('$30.00').waitFor();
  await pressTwice(provider.getByRole('button', { name: 'Pay with sandbox card' }));
  await page.waitForURL('**/account/checkout/success**');
  expect([windows.length, approvals.length]).toEqual([1, 1]);
  expect(calls.made('POST /transaction/initiate')).toBe(1);
  expect(calls.all.filter((call) => call === 'POST /transaction')).toHaveLength(1);
  const { states } = await shop.db.one(
    sql<{ states: string[] }>`select array_agg(state order by created_at) as states from orders`,
  );
  expect(states).toEqual(['failed', 'delivered']);
  expect(await anna.balance()).toBe(100_00n);
  expect(await page.getByRole('alert').count()).toBe(0);
});
