/** The wallet: its movements, and the gift cards that are redeemed into it. */
import { text } from '@giftlane/texts/text.ts';
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  makeVoucher,
  otherPin,
  permit,
  redeem,
} from '../apps/server/src/features/wallet/cards.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { minutes } from '../apps/server/src/platform/process/durations.ts';
import { makeMember, testPassword } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, desktop, longTest, phone } from './browser.ts';
import { atPayPal, boxOf, coloursOf, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

test('WAL-10, WAL-13, WAL-24, WAL-25, WAL-26, WAL-38 a wallet gift card is looked up, refused in words that keep what was typed, and redeemed once', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const card = await makeVoucher(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  const released = Promise.withResolvers<void>();
  await page.route('**/wallet/transactions?*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/account/wallet');
  await page.getByRole('status').getByText('Loading Transactions...').waitFor();
  released.resolve();
  await page.getByText('No Wallet Transactions Found.').waitFor();

  // Escape gives the keyboard back to what opened the dialog.
  const opener = page.getByRole('button', { name: 'Redeem' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Redeem a gift card' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Redeem a gift card' }).waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((button) => button.matches(':focus'))).toBe(true);
  await page.getByRole('button', { name: 'Redeem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Redeem a gift card' });
  const code = dialog.getByLabel('Code');
  const lookUp = dialog.getByRole('button', { name: 'Check code' });
  await code.fill('ABCD-EFGH-JKMN-PQRS');
  await lookUp.click();
  // At the field, and nowhere else.
  await dialog.getByText('Card not found').waitFor();
  expect(await page.getByText('Card not found').count()).toBe(1);
  expect(await code.inputValue()).toBe('ABCD-EFGH-JKMN-PQRS');
  expect(await dialog.getByLabel('Pin').count()).toBe(0);
  await code.fill(` ${card.code.toLowerCase()} `);
  await lookUp.click();
  await dialog.getByText('This card is worth $25.00.').waitFor();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => code.inputValue()).toBe(card.code.toLowerCase());
  await lookUp.click();
  const pin = dialog.getByLabel('Pin');
  // The form that had the focus is gone.
  await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('sPin');
  const add = dialog.getByRole('button', { name: 'Add to wallet' });
  await pin.fill(otherPin(card.pin));
  await add.click();
  await dialog.getByText('PIN is wrong').waitFor();
  expect(await pin.inputValue()).toBe(otherPin(card.pin));
  expect(await anna.balance()).toBe(0n);
  await pin.fill(card.pin);
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/wallet/redeem')) asked++;
  });
  await page.evaluate(`globalThis.beforeReload = true`);
  await add.dblclick();
  // The page loads anew by itself, and says again what was said.
  await expect
    .poll(() => page.evaluate(`'beforeReload' in globalThis`).catch(() => true))
    .toBe(false);
  // The notice first: it goes again by itself.
  await expect
    .poll(async () => (await page.getByRole('region', { name: 'Notices' }).textContent()) ?? '')
    .not.toBe('');
  // The picture of the months says so, too.
  await page.getByRole('tabpanel').getByText('+$25.00').first().waitFor();
  await page.getByRole('region', { name: 'Transactions' }).locator('summary').first().click();
  await page.getByRole('main').getByText('Complete', { exact: true }).waitFor();
  expect(asked).toBe(1);
  expect(await anna.balance()).toBe(25_00n);
  expect(await sidewaysScroll(page)).toBe(0);
});

test('WAL-02, WAL-09, WAL-12, WAL-19, WAL-20, WAL-21, WAL-22, WAL-23 money is added by card from the wallet page, after wrong amounts', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto('/account/wallet');
  await page.getByText('Click on Add Money to get started').waitFor();
  const byCard =
    /^By card, \$5\.00 or more\. Up to \$500\.00 today, \$[\d,.]+ a day once verified\.$/;
  await page.getByText(byCard).waitFor();
  // Nothing moved: there is nothing to look through.
  expect(await page.getByLabel('Type').count()).toBe(0);
  const amount = page.getByLabel('Add money');
  const button = page.getByRole('button', { name: 'Add Money' });
  // Nothing typed: the button says what is missing, and no dialog opens.
  await button.click();
  await page.getByText('Please Add amount first').waitFor();
  expect(await amount.inputValue()).toBe('0');
  expect(await page.getByRole('dialog').count()).toBe(0);
  // Only figures arrive.
  await amount.pressSequentially('a4b0x');
  expect(await amount.inputValue()).toBe('40');
  await amount.fill('-5');
  await amount.blur();
  await page.getByText('Please valid amount').waitFor();
  expect(await amount.inputValue()).toBe('0');
  // What is often added is a press; what a day does not allow is not offered.
  await page.getByRole('button', { name: '$50', exact: true }).click();
  expect(await amount.inputValue()).toBe('50.00');
  // What a day does not allow is said in the dialog, and no payment is begun.
  await amount.fill('500.01');
  await amount.press('Enter');
  const refused = page.getByRole('dialog', { name: 'Add $500.01' });
  await refused.getByText(byCard).waitFor();
  expect(await refused.getByRole('button', { name: 'Pay by sandbox card' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await refused.waitFor({ state: 'detached' });
  expect(await amount.inputValue()).toBe('500.01');
  await amount.fill('40');
  await button.click();
  await page.getByRole('dialog', { name: 'Add $40.00' }).getByText('New balance').waitFor();
  await atPayPal(page, 'Use a card that is declined');
  await page.getByText('Your payment was declined').waitFor();
  await atPayPal(page, 'Pay with sandbox card');
  await page.getByText('$40.00 added to your wallet.').first().waitFor();
  await page.getByRole('tabpanel').getByRole('listitem').getByText('+$40.00').waitFor();
  await page.getByRole('main').getByText('Money added by card').waitFor();
  await page.getByText('up to $460.00 today').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await anna.balance()).toBe(40_00n);
  expect(await sidewaysScroll(page)).toBe(0);
});

longTest('money whose answer was lost is waited for, and arrives', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token });
  await page.goto('/account/wallet');
  await page.getByLabel('Add money').fill('25,50');
  await page.getByRole('button', { name: 'Add Money' }).click();
  shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', after: true });
  await atPayPal(page, 'Pay with sandbox card');
  await page.getByText('$25.50 added to your wallet.').first().waitFor();
  expect(await anna.balance()).toBe(25_50n);
});

longTest(
  'on a phone the balance, adding money and the transactions come first, in sight; filters and the QR code wait behind a press',
  async () => {
    const shop = await startShop({ working: false });
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/wallet');
    const list = page.getByRole('region', { name: 'Transactions' });
    const row = list.getByRole('listitem').first();
    await row.waitFor();
    const qr = page.getByRole('img', { name: 'QR code of your wallet address' });
    const inOrder = [
      page.getByRole('region', { name: 'Wallet', exact: true }),
      page.getByLabel('Add money'),
      row,
      page.getByRole('button', { name: 'Copy' }),
    ];
    const tops = await Promise.all(inOrder.map(async (one) => (await boxOf(one)).y));
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    // Above the navigation at the lower edge, without scrolling, where nothing is said above the tabs.
    const tabs = await boxOf(page.getByRole('navigation', { name: 'Your account' }));
    expect((tops[2] ?? 0) - tabs.y).toBeLessThan(600);
    expect(await qr.isVisible()).toBe(false);
    const filters = list.getByRole('button', { name: 'Filters', exact: true });
    expect(await filters.getAttribute('aria-expanded')).toBe('false');
    await filters.click();
    await list.getByLabel('Type').selectOption('Purchases');
    await list.getByLabel('From').fill('2020-01-02');
    await list.getByRole('button', { name: 'Filters (2)' }).click();
    expect(await list.getByLabel('Type').isVisible()).toBe(false);
    expect(await sidewaysScroll(page)).toBe(0);
  },
);

longTest(
  'at a desk the rail leaves the balance to the page, and the QR code stands beside the transactions',
  async () => {
    const shop = await startShop({ working: false });
    // Nobody is reminded above the page: that line would come between two measures.
    const anna = await makeMember(shop, { walletMinor: 100_00n, verified: true });
    const page = await visit(shop.url, { token: anna.token, size: desktop });
    await page.goto('/account/wallet');
    const heading = page.getByRole('heading', { name: 'Transactions' });
    const tiles = page.getByRole('list', { name: text('wallet.tiles') });
    const apart = async () => Math.abs((await boxOf(tiles)).y - (await boxOf(heading)).y);
    await expect.poll(apart).toBeLessThan(12);
    const add = await boxOf(page.locator('#add-money'));
    const balance = await boxOf(page.getByRole('region', { name: 'Wallet', exact: true }));
    expect([add.y, add.height]).toEqual([balance.y, balance.height]);
    await page.getByRole('img', { name: 'QR code of your wallet address' }).waitFor();
    const rail = page.getByRole('navigation', { name: 'Your account' });
    expect(await rail.getByText('$100.00').count()).toBe(0);
    expect(await sidewaysScroll(page)).toBe(0);
  },
);

test('WAL-04, WAL-11, WAL-05, WAL-07, WAL-08, WAL-32, WAL-33, WAL-34, WAL-36, WAL-38, ERR-13, ERR-25 money is sent to a member who was searched for, with the keyboard alone', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const [ben, eva] = [await makeMember(shop), await makeMember(shop, { currency: 'eur' })];
  await shop.db.run(
    sql`update members set full_name = 'Ben Baker', name_words = 'ben baker' where id = ${ben.id}`,
  );
  await shop.db.run(
    sql`update members set full_name = 'Benita Euro', name_words = 'benita euro' where id = ${eva.id}`,
  );
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto('/account/wallet?coin=BTC');
  await page.getByRole('tab', { name: 'WALLET', selected: true }).waitFor();
  const card = page.getByRole('region', { name: 'Wallet', exact: true });
  await card.getByText('$100.00').waitFor();
  // This shop has no node of a coin.
  const tiles = page.getByRole('list', { name: 'Your wallets' }).getByRole('listitem');
  await expect.poll(() => tiles.allTextContents()).toEqual(['Wallet$100.00']);
  await page.locator('summary', { hasText: 'Show QR code' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code of your wallet address' }).waitFor();
  await page.getByText(anna.id).waitFor();
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Address copied').waitFor();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(anna.id);

  await page.getByRole('button', { name: 'Send', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send money' });
  const found = dialog.getByRole('list', { name: 'Members found' });
  let searches = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/searchuser')) searches += 1;
  });
  const hasFocus = (label: string) =>
    expect.poll(() => dialog.locator('input:focus').and(dialog.getByLabel(label)).count()).toBe(1);
  await hasFocus('Send to');
  await page.keyboard.type('b');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('anna archer');
  await dialog.getByText(text('wallet.send.nobody'), { exact: true }).waitFor();
  expect(searches).toBe(1);
  // By these not everybody is found, and it is said who is.
  for (const words of ['ben@example.com', '+43 660 1234567']) {
    await dialog.getByLabel('Send to').fill(words);
    await dialog.getByText(text('wallet.send.nobody.contact')).waitFor();
  }
  await dialog.getByLabel('Send to').fill('ben');
  await found.getByText('Benita Euro').waitFor();
  expect(await found.getByRole('button', { name: /Benita Euro/ }).isDisabled()).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const amount = dialog.getByLabel('Amount');
  await dialog.getByText('You have $100.00').waitFor();
  await dialog.getByRole('button', { name: "You haven't enugh balance", disabled: true }).waitFor();
  await hasFocus('Amount');
  await page.keyboard.type('100.01');
  await dialog.getByRole('button', { name: "You haven't enugh balance", disabled: true }).waitFor();
  await amount.fill('12,50');
  await page.keyboard.press('Tab');
  await page.keyboard.type('For the cake');
  await page.keyboard.press('Enter');
  await dialog.getByText('Ben Baker gets $12.50 right away').waitFor();
  await dialog.getByText('“For the cake”').waitFor();
  await hasFocus('Password');
  await page.keyboard.type('not-my-Passw0rd');
  await page.keyboard.press('Enter');
  await dialog.getByText('Password is wrong').waitFor();
  expect(await anna.balance()).toBe(100_00n);
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.evaluate(`globalThis.beforeReload = true`);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(`'beforeReload' in globalThis`).catch(() => true))
    .toBe(false);
  await page.getByText('Transfered successfully.').first().waitFor();
  const line = page.getByRole('listitem').filter({ hasText: 'Sent to Ben Baker' });
  await line.getByText('−$12.50').waitFor();
  await page.getByRole('main').getByText('“For the cake”').waitFor();
  expect([await anna.balance(), await ben.balance()]).toEqual([87_50n, 12_50n]);
  expect(await sidewaysScroll(page)).toBe(0);
  const his = await visit(shop.url, { token: ben.token });
  await his.goto('/account/wallet');
  await his.getByText('Received from Anna Archer').waitFor();
});

test('ERR-14 an address that can not be copied is said so; money whose answer was lost is sent once', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const ben = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token });
  await page.goto('/account/wallet');
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Can not copy address.').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send money' });
  await dialog.getByLabel('Send to').fill(ben.id);
  await dialog.getByRole('button', { name: /Anna Archer/ }).click();
  await dialog.getByLabel('Amount').fill('7');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
  // The shop does it, and its answer never comes.
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/wallet/send', lose, { times: 1 });
  const button = dialog.getByRole('button', { name: 'Send $7.00' });
  await button.click();
  await page.getByText('Server is unavailable.').first().waitFor();
  await button.click();
  await page.getByText('Transfered successfully.').first().waitFor();
  expect([await anna.balance(), await ben.balance()]).toEqual([93_00n, 7_00n]);
});

/** Anna is about to send Ben $12.50 by her password. */
async function aboutToSend() {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const ben = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  const dialog = page.getByRole('dialog', { name: 'Send money' });
  const open = () => page.getByRole('button', { name: 'Send', exact: true }).click();
  const press = async () => {
    await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
    await dialog.getByRole('button', { name: 'Send $12.50' }).click();
  };
  await page.goto('/account/wallet');
  await open();
  await dialog.getByLabel('Send to').fill(ben.id);
  await dialog.getByRole('button', { name: /Anna Archer/ }).click();
  await dialog.getByLabel('Amount').fill('12.50');
  await dialog.getByLabel('Note').fill('Pizza ');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const unknown = dialog.getByText(
    "We don't know yet whether your $12.50 to Anna Archer went out. Press Send again: it goes out once.",
  );
  /** The permits' five minutes are over. */
  const expire = () => shop.moveClock(minutes(6));
  const balances = async () => [await anna.balance(), await ben.balance()];
  return { page, dialog, open, press, unknown, expire, balances };
}

test('money whose answer was lost stands there again after closing and a reload, and goes out once', async () => {
  const { page, dialog, open, press, unknown, expire, balances } = await aboutToSend();
  // The shop does it, and its answer never comes; the next try does not even arrive.
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/wallet/send', (route) => route.fulfill({ status: 502 }), { times: 1 });
  await page.route('**/wallet/send', lose, { times: 1 });
  await press();
  await page.getByText('Server is unavailable.').first().waitFor();
  await unknown.waitFor();
  // Something else is not sent meanwhile.
  expect(await dialog.getByRole('button', { name: 'Back' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open();
  await unknown.waitFor();
  await press();
  await dialog.getByRole('alert').waitFor();
  await page.reload();
  await open();
  await unknown.waitFor();
  await dialog.getByText('“Pizza”').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  // A permit that was spent answers after its time, too.
  await expire();
  await press();
  await page.getByText('Transfered successfully.').first().waitFor();
  expect(await balances()).toEqual([87_50n, 12_50n]);
  await dialog.waitFor({ state: 'detached' });
  await open();
  await dialog.getByLabel('Send to').waitFor();
});

test('money that is not known to have gone out is looked for by its member once its permit has ended', async () => {
  const { page, dialog, open, press, unknown, expire, balances } = await aboutToSend();
  await page.route('**/wallet/send', (route) => route.abort(), { times: 1 });
  await press();
  await unknown.waitFor();
  await page.reload();
  await open();
  await unknown.waitFor();
  await expire();
  await press();
  await dialog.getByText('Check your transactions before you send again.').waitFor();
  await unknown.waitFor({ state: 'detached' });
  await page.reload();
  await open();
  await dialog.getByLabel('Send to').waitFor();
  expect(await balances()).toEqual([100_00n, 0n]);
});

test('money that was refused is not kept', async () => {
  const { page, dialog, open, press, balances } = await aboutToSend();
  const code = 'wallet.send_unavailable';
  const json = { message: 'No.', data: null, code };
  await page.route('**/wallet/send', (route) => route.fulfill({ status: 409, json }));
  await press();
  await dialog.getByText('No.', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open();
  await dialog.getByLabel('Send to').waitFor();
  expect(await balances()).toEqual([100_00n, 0n]);
});

test('WAL-01, WAL-03, WAL-14, WAL-15, WAL-16, WAL-17, WAL-18 the list has ten a page, in the wallet’s currency, and each state its look', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { currency: 'eur' });
  for (let i = 0; i < 12; i += 1) {
    const card = await makeVoucher(shop, 'eur');
    await redeem(shop, anna, { ...card, permit: await permit(shop, anna) });
  }
  const page = await visit(shop.url, { token: anna.token });
  const states = ['Denied', 'Pending', 'Processing', 'Refunded', 'Complete', 'Else'];
  await page.route('**/wallet/transactions?page=1*', async (route) => {
    const reply = await route.fetch();
    const answer = (await reply.json()) as { data: { eStatus: string }[] };
    states.forEach((eStatus, index) => {
      Object.assign(answer.data[index] ?? {}, { eStatus });
    });
    await route.fulfill({ response: reply, json: answer });
  });
  await page.goto('/account/wallet');
  await page.getByRole('heading', { level: 1, name: 'My Wallet' }).waitFor();
  expect(await page.title()).toContain('My Wallet');
  const main = page.getByRole('main');
  await main.getByText('€300.00').first().waitFor();
  const lines = main.getByRole('listitem').filter({ hasText: 'Gift card redeemed' });
  await expect.poll(() => lines.count()).toBe(10);
  const looks: string[] = [];
  for (const [index, state] of states.entries()) {
    // What is as usual is said where its row is opened.
    if (state === 'Complete') await lines.nth(index).locator('summary').click();
    looks.push((await coloursOf(main.getByText(state, { exact: true }).first())).ink);
  }
  expect(looks).toEqual(['amber', 'amber', 'sky', 'leaf', 'leaf', 'soft']);
  await main.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => lines.count()).toBe(2);
  // The header's wallet leads to the box that adds money, with the keyboard in it.
  await page.goto('/faq');
  await page.getByRole('button', { name: 'Wallet' }).click();
  await page.getByRole('link', { name: 'Add money' }).click();
  await page.waitForURL('**/account/wallet#add-money');
  await expect
    .poll(() => page.getByLabel('Add money').evaluate((field) => field.matches(':focus')))
    .toBe(true);
});
