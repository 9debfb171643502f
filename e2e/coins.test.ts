/** Wallets of coins: created, received into, followed, sent from; on chains whose blocks come when a test mines them. */

import { sendCoin } from '@giftlane/contract/money/crypto.ts';
import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  type CoinShop,
  makeHolder,
  makeWallet,
  raiseFees,
  runChore,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../apps/server/src/features/coins/coins.testing.ts';
import { setOption } from '../apps/server/src/features/content/content.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember, type TestMember, testPassword } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile, longTest, phone } from './browser.ts';
import { coloursOf, hasten, holdBack, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

const tilesOf = (page: Page) =>
  page.getByRole('list', { name: 'Your wallets' }).getByRole('listitem');

const transfersOf = (page: Page) =>
  page.getByRole('region', { name: /^(?:BTC|LTC) transactions$/ });

const plain = (text: string) => text.replace(/\s/g, ' ');

/** Text of the page with its narrow and unbreakable spaces made plain. */
const words = async (at: Locator) => plain((await at.textContent()) ?? '');

/** The send dialog of a holder's wallet, filled in. */
async function sendDialog(page: Page, { address, amount }: { address: string; amount: string }) {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Send (?:Bitcoin|Litecoin)$/ });
  await dialog.getByLabel(/address$/).fill(address);
  await dialog.getByLabel(/^Amount in/).fill(amount);
  return dialog;
}

/** To the step that says it all once more. */
async function toConfirm(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Check everything again').waitFor();
}

/** A member with litecoins, at the page of their wallet on a phone. */
async function holderAt(shop: CoinShop, units = 200_000_000n) {
  const anna = await makeHolder(shop, 'LTC', units);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.clock.install();
  await page.goto('/account/wallet?coin=LTC');
  await page.getByRole('tab', { name: 'LTC', selected: true }).waitFor();
  return { anna, page };
}

const addressOf = async (shop: CoinShop, member: TestMember) =>
  (await makeWallet(shop, member, 'LTC')).receiveAddress;

test('COIN-01, COIN-02, COIN-03, COIN-16, COIN-17, CONST-02, WAL-02, WAL-04, WAL-05, WAL-06, WAL-07 each coin has a tile, its wallet is created there, and then has a tab', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  // A coin without a wallet has no tab: the address asks in vain (OPEN-73).
  await page.goto('/account/wallet?coin=LTC');
  await page.getByRole('tab', { name: 'WALLET', selected: true }).waitFor();
  const tiles = tilesOf(page);
  await page.getByRole('button', { name: 'Create Wallet: LTC' }).waitFor();
  expect(await tiles.allTextContents()).toEqual([
    'Wallet$0.00',
    'BitcoinCreate Wallet',
    'LitecoinCreate Wallet',
  ]);
  expect(await page.getByRole('tab').allTextContents()).toEqual(['WALLET']);
  await page.goto('/account/wallet?coin=DOGE');
  await page.getByRole('tab', { name: 'WALLET', selected: true }).waitFor();

  const create = page.getByRole('button', { name: 'Create Wallet: BTC' });
  const letGo = await holdBack(page, '**/crypto/generateWallet');
  await create.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => create.getAttribute('aria-busy')).toBe('true');
  letGo();
  await page.getByText('Your BTC wallet is ready.').waitFor();
  const link = tiles.getByRole('link', { name: /Bitcoin/ });
  await expect.poll(() => words(link)).toBe('Bitcoin0 BTC');
  // The button that had the focus is gone.
  await expect.poll(() => link.evaluate((one) => one.matches(':focus'))).toBe(true);
  expect(await page.getByRole('tab').allTextContents()).toEqual(['WALLET', 'BTC']);
  await scanBoth(page, 'tiles of coins');
  await page.setViewportSize(phone);
  await page.keyboard.press('Enter');
  const opened = page.getByRole('tab', { name: 'BTC', selected: true });
  await opened.waitFor();
  // The tile that was pressed is gone: the keyboard goes on at the tab of what it opened.
  await expect.poll(() => opened.evaluate((tab) => tab.matches(':focus'))).toBe(true);
  expect(new URL(page.url()).search).toBe('?coin=BTC');
  await page.getByText('You have No BTC Transactions.').waitFor();
  // WAL-02: beside a coin's room, too, stand the balance, adding money, redeeming and the tiles.
  expect((await tiles.allTextContents()).map(plain)).toEqual([
    'Wallet$0.00',
    'Bitcoin0 BTC',
    'LitecoinCreate Wallet',
  ]);
  await page.getByLabel('Add money').waitFor();
  await page.getByRole('button', { name: 'Redeem' }).click();
  await page.getByRole('dialog', { name: 'Redeem a gift card' }).waitFor();
  await page.keyboard.press('Escape');
  await tiles.getByRole('link', { name: /Wallet/ }).click();
  await page.getByText('No Wallet Transactions Found.').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await page.getByRole('tab', { name: 'BTC', selected: true }).waitFor();
  await page.reload();
  await page.getByRole('tab', { name: 'BTC', selected: true }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test('4 what was typed of coins to be sent goes with its member, whoever comes to this tab next', async () => {
  const shop = await startCoinShop();
  const { token } = await makeHolder(shop, 'LTC', 200_000_000n);
  const page = await visit(shop.url, { token });
  await page.goto('/account/wallet?coin=LTC');
  const kept = () => page.evaluate<string | null>(`sessionStorage.getItem('giftlane.coinSend')`);
  await sendDialog(page, { address: 'an address of Anna', amount: '0.25' });
  await expect.poll(kept).toContain('an address of Anna');
  await page.goto('/');
  await page.getByRole('button', { name: 'Account' }).click();
  const account = page.getByRole('dialog', { name: 'Account' });
  await account.getByRole('button', { name: 'Logout' }).click();
  await page.getByText("You're signed out.").waitFor();
  expect(await kept()).toBeNull();
});

test('ERR-16 a wallet that can not be created: the server’s words, or the fixed ones', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto('/account/wallet');
  const create = page.getByRole('button', { name: 'Create Wallet: LTC' });
  await page.route('**/crypto/generateWallet', (route) => route.fulfill({ status: 500 }), {
    times: 1,
  });
  await create.click();
  await page.getByRole('alert').getByText('Semething went wrong', { exact: true }).waitFor();
  await shop.db.run(
    sql`update members set frozen_at = now(), frozen_reason = 'test' where id = ${anna.id}`,
  );
  await create.click();
  await page.getByRole('alert').getByText('frozen').waitFor();
  await shop.db.run(
    sql`update members set frozen_at = null, frozen_reason = null where id = ${anna.id}`,
  );
  await create.click();
  await page.getByText('Your LTC wallet is ready.').waitFor();
});

longTest('a shop without nodes has no tile of a coin', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token });
  const read = page.waitForResponse('**/crypto/getWallets');
  await page.goto('/account/wallet?coin=BTC');
  await read;
  await page.getByRole('tab', { name: 'WALLET', selected: true }).waitFor();
  await expect.poll(() => tilesOf(page).count()).toBe(1);
  await page.getByRole('button', { name: 'Wallet', exact: true }).click();
  const popover = page.getByRole('dialog', { name: 'Wallet' });
  await popover.getByText('$0.00').waitFor();
  expect(await popover.getByRole('list').count()).toBe(0);
});

longTest(
  'GLOB-04, COIN-13 the wallet of the header shows the coins a member has wallets of, and asks for them only when it is opened',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, 'BTC', 12_345_678n);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/crypto/')) asked += 1;
    });
    await page.goto('/');
    const open = page.getByRole('button', { name: 'Wallet', exact: true });
    const popover = page.getByRole('dialog', { name: 'Wallet' });
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(0);
    await open.click();
    const lines = popover.getByRole('list', { name: 'Coins' }).getByRole('listitem');
    await expect
      .poll(async () => (await lines.allTextContents()).map(plain))
      .toEqual(['Bitcoin0.12345 BTC']);
    await expect.poll(() => asked).toBe(1);
    expect(await sidewaysScroll(page)).toBe(0);
    await scanBoth(page, 'the wallet of the header');
    await page.setViewportSize(phone);

    // What has come meanwhile is there when it is opened again.
    await page.keyboard.press('Escape');
    const { receiveAddress } = await makeWallet(shop, anna, 'LTC');
    await shop.sandbox.coins.ltc.fund(receiveAddress, 200_000_000n);
    await shop.mine('ltc');
    await open.click();
    await lines.filter({ hasText: 'Litecoin' }).getByText('2 LTC').waitFor();
    await page.keyboard.press('Escape');
    await page.route('**/crypto/getWallets', (route) => route.abort());
    await page.reload();
    await open.click();
    await popover.getByText("We couldn't load your coins.").waitFor();
    await page.unroute('**/crypto/getWallets');
    await page.keyboard.press('Escape');
    await open.click();
    await lines.getByRole('link', { name: 'Litecoin' }).click();
    await page.getByRole('tab', { name: 'LTC', selected: true }).waitFor();
    await popover.waitFor({ state: 'hidden' });
  },
);

test('COIN-04, COIN-07, COIN-10, COIN-09, COIN-13, COIN-14, COIN-15 what comes is seen on its way, then confirmed, worth money, and the next address is a fresh one; without a press', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop);
  const { receiveAddress } = await makeWallet(shop, anna, 'BTC');
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.clock.install();
  await page.goto('/account/wallet?coin=BTC');
  await page.getByText('You have No BTC Transactions.').waitFor();
  const picture = page.getByRole('img', { name: 'QR code of your BTC address' });
  await picture.waitFor();
  expect((await picture.boundingBox())?.width).toBe(176);
  await page.getByText('Send only Bitcoin (BTC) to this address').waitFor();
  await page.getByText('Its coins are worth nothing').waitFor();
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Address copied').waitFor();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(receiveAddress);
  await page.getByText(/^1 BTC = \$[\d,]+\.\d\d$/).waitFor();

  await shop.sandbox.coins.btc.fund(receiveAddress, 12_345_678n);
  await shop.look();
  const onItsWay = page.getByRole('status').getByText('0.12345678 BTC on its way');
  await hasten(page, () => onItsWay.isVisible());
  const list = transfersOf(page);
  const row = list.getByRole('listitem').first();
  expect((await coloursOf(row.getByText('Unconfirmed').first())).ink).toBe('sky');
  await row.getByText('Waiting for confirmation').waitFor();
  await row.getByText('+0.12345678 BTC').waitFor();
  await shop.mine('btc');
  const confirmed = row.getByText('Confirmed', { exact: true }).first();
  await hasten(page, () => confirmed.isVisible());
  expect((await coloursOf(confirmed)).ink).toBe('leaf');
  // Five decimals, cut; worth what the whole of it is.
  await page.getByText('0.12345 BTC', { exact: true }).first().waitFor();
  await page.getByText('Exactly 0.12345678 BTC').waitFor();
  await page.getByText(/^≈ \$[\d,]+\.\d\d$/).waitFor();
  await expect.poll(() => page.getByText('on its way').count()).toBe(0);
  const { receiveAddress: fresh } = await walletSeen(shop, anna, 'BTC');
  expect(fresh).not.toBe(receiveAddress);
  await expect.poll(() => page.getByText(fresh).count()).toBe(1);
  await scanBoth(page, 'the wallet of a coin');
  await page.setViewportSize(phone);
  expect(await sidewaysScroll(page)).toBe(0);
});

test('COIN-05, COIN-06, COIN-19, ERR-24 coins are sent with the keyboard alone: checked, confirmed with all that it is, sent once, followed', async () => {
  const shop = await startCoinShop();
  const { anna, page } = await holderAt(shop);
  const ben = await makeMember(shop);
  const address = await addressOf(shop, ben);
  await page.getByRole('button', { name: 'Send', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send Litecoin' });
  const hasFocus = (label: string | RegExp) =>
    expect.poll(() => dialog.locator('input:focus').and(dialog.getByLabel(label)).count()).toBe(1);
  await hasFocus('LTC address');
  // Nothing typed: no confirmation.
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter the address to send to').waitFor();
  await dialog.getByText('Enter an amount above 0').waitFor();
  await hasFocus('LTC address');
  await page.keyboard.type(address);
  // The button to paste comes before the amount.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter an amount above 0').waitFor();
  expect(await dialog.getByLabel('Password', { exact: true }).count()).toBe(0);
  await hasFocus('Amount in LTC');
  await page.keyboard.type('.5');
  // Its worth, by the rates the dialog was given.
  await dialog.getByText(/^≈ \$[\d,]+\.\d\d\. You have 2\sLTC$/).waitFor();
  await dialog.getByRole('radio', { name: /^Normal about 8 min 0\.0000\d+\sLTC/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await dialog.getByRole('radio', { name: /^Fast/, checked: true }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('For the roof');
  await scanBoth(page, 'sending coins');
  await page.setViewportSize(phone);
  await page.keyboard.press('Enter');
  await dialog.getByText('Check everything again').waitFor();
  const sum = await words(dialog.locator('dl'));
  expect(sum.startsWith(`To${address}Amount0.5 LTC≈ $`)).toBe(true);
  expect(sum).toMatch(/Network fee0\.0000\d+ LTC.*“For the roof”Total0\.5000\d+ LTC≈ \$[\d.]+$/);
  await scanBoth(page, 'confirming a send of coins');
  await page.setViewportSize(phone);
  await hasFocus('Password');
  await page.keyboard.type('not-my-Passw0rd');
  await page.keyboard.press('Enter');
  await dialog.getByText('Password is wrong').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/crypto/sendcoin')) asked += 1;
  });
  await dialog.getByRole('button', { name: 'Send 0.5 LTC' }).dblclick();
  await page.getByText('Coin Sent Initiated.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(asked).toBe(1);

  const row = transfersOf(page).getByRole('listitem').first();
  const created = row.getByText('Created', { exact: true }).first();
  expect((await coloursOf(created)).ink).toBe('fail');
  await row.getByText('Getting ready to send').waitFor();
  await shop.step();
  await hasten(page, () => row.getByText('Unconfirmed').first().isVisible());
  await shop.mine('ltc');
  await hasten(page, () => row.getByText('Confirmed', { exact: true }).first().isVisible());
  await row.getByText('−0.5 LTC').waitFor();
  await row.getByText('“For the roof”').waitFor();
  await row.getByText('Details', { exact: true }).click();
  const [sent] = await transfersSeen(shop, anna, 'LTC');
  const details = await words(row.locator('dl'));
  expect(details).toContain(`To${address}`);
  expect(details).toMatch(/Network fee0\.0000\d+ LTC/);
  expect(details).toContain('Confirmations1 of 1 confirmations');
  expect(details).toContain(sent?.txid);
  expect(details).toMatch(
    /HistoryCreated\d\d-\w{3}-\d{4}, \d\d:\d\d [AP]M.*Signed.*Unconfirmed.*Confirmed/,
  );
  expect(await row.getByRole('link').count()).toBe(0);
  await row.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Transaction ID copied').waitFor();
  await scanBoth(page, 'details of a transfer');
  await page.setViewportSize(phone);
  expect(await sidewaysScroll(page)).toBe(0);
  const his = await walletSeen(shop, ben, 'LTC');
  expect(his.confirmedBalance).toBe(50_000_000);
});

longTest(
  'what is wrong is told before the confirmation, a payment link fills in what it says, and everything can be sent',
  async () => {
    const shop = await startCoinShop();
    const { anna, page } = await holderAt(shop);
    const ben = await makeMember(shop);
    const address = await addressOf(shop, ben);
    const dialog = await sendDialog(page, { address: 'rltc1qtyping', amount: '2.1' });
    await dialog.getByText("You haven't enugh LTC balance").waitFor();
    // The address was left: it is judged, and the fees stay.
    await dialog.getByText("This isn't a valid LTC address").waitFor();
    await dialog.getByRole('radio', { name: /^Fast about/ }).waitFor();
    const to = dialog.getByLabel('LTC address');
    const amount = dialog.getByLabel('Amount in LTC');
    await to.fill(address);
    await amount.fill('2');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    // The fee is not there.
    await dialog.getByText("You haven't enugh LTC balance").waitFor();

    await to.fill(`LITECOIN:${address.toUpperCase()}?amount=0.25&label=Ben`);
    expect([await to.inputValue(), await amount.inputValue()]).toEqual([
      address.toUpperCase(),
      '0.25',
    ]);
    await to.fill(address);
    await dialog.getByRole('button', { name: 'Send all' }).click();
    await expect.poll(() => amount.inputValue()).toMatch(/^1\.9999\d+$/);
    await toConfirm(dialog);
    expect(await words(dialog.locator('dl'))).toContain('Total2 LTC');
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await amount.inputValue()).toMatch(/^1\.9999\d+$/);
    await toConfirm(dialog);
    await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
    await dialog.getByRole('button', { name: /^Send 1\.9999/ }).click();
    await page.getByText('Coin Sent Initiated.').waitFor();
    expect((await walletSeen(shop, anna, 'LTC')).confirmedBalance).toBe(0);
  },
);

test('ERR-17, OPEN-76 a refusal of a send is a sentence at its field, in focus and announced, and nothing typed is lost', async () => {
  const shop = await startCoinShop();
  await setOption(shop.db, 'coin_send_daily_limit', '10');
  const { anna, page } = await holderAt(shop);
  const ben = await makeMember(shop);
  const address = await addressOf(shop, ben);
  const { receiveAddress: bitcoin } = await makeWallet(shop, ben, 'BTC');
  const dialog = await sendDialog(page, { address, amount: '0.5' });
  const to = dialog.getByLabel('LTC address');
  const amount = dialog.getByLabel('Amount in LTC');
  const comment = dialog.getByLabel(/^Comment/);
  await dialog.getByRole('radio', { name: /^Fast/ }).check();
  await comment.fill('For the roof');
  const kept = async () => [
    await to.inputValue(),
    await amount.inputValue(),
    await comment.inputValue(),
    await dialog.getByRole('radio', { name: /^Fast/ }).isChecked(),
  ];
  /** What is said at a field, where it has the focus. */
  const said = async (field: Locator) => {
    if (!(await field.evaluate((input) => input.matches('[aria-invalid="true"]:focus')))) return '';
    const id = await field.getAttribute('aria-describedby');
    return dialog.locator(`[id="${id}"]`).textContent();
  };
  const mistyped = `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`;
  const elsewhere = 'This address is for another coin or network. LTC sent there would be lost.';
  const refusals: [typed: string, sum: string, field: Locator, words: string][] = [
    [
      mistyped,
      '0.5',
      to,
      "This isn't a valid LTC address. Check that it's complete and has no typo.",
    ],
    [bitcoin, '0.5', to, elsewhere],
    [address, '0.00001', amount, 'The minimum is 0.0000294 LTC'],
    [address, '0', amount, 'Enter an amount above 0'],
    // With the fee it is more than there is.
    [address, '2', amount, "You haven't enugh LTC balance"],
  ];
  for (const [typed, sum, field, words] of refusals) {
    await to.fill(typed);
    await amount.fill(sum);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => said(field), { message: `${typed} ${sum}` }).toBe(words);
    expect(await kept()).toEqual([typed, sum, 'For the roof', true]);
    expect(
      await dialog.getByText("We couldn't get the network fee. Please try again.").count(),
    ).toBe(0);
    expect(await sidewaysScroll(page)).toBe(0);
  }
  await scanBoth(page, 'a send that is refused');
  await page.setViewportSize(phone);

  // What a day allows is known once it is sent.
  await to.fill(address);
  await amount.fill('1');
  await toConfirm(dialog);
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
  await dialog.getByRole('button', { name: 'Send 1 LTC' }).click();
  await expect
    .poll(() => said(amount))
    .toBe(
      'You can send $10.00 more today. The daily limit is $10.00 until you verify your identity.',
    );
  expect(await kept()).toEqual([address, '1', 'For the roof', true]);
  expect((await transfersSeen(shop, anna, 'LTC')).map(({ type }) => type)).toEqual(['receive']);
  await amount.fill('0.01');
  expect(await amount.getAttribute('aria-invalid')).toBe(null);
  await toConfirm(dialog);
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
  await dialog.getByRole('button', { name: 'Send 0.01 LTC' }).click();
  await page.getByText('Coin Sent Initiated.').waitFor();
});

longTest(
  'ERR-01 without a network the room of a coin says so and keeps what is typed, also over a reload and a way back, and coins are sent once',
  async () => {
    const shop = await startCoinShop();
    const { anna, page } = await holderAt(shop);
    const ben = await makeMember(shop);
    const address = await addressOf(shop, ben);
    // What was never fetched is not there: it is said, and the room stays.
    await page.getByText('+2 LTC').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').getByText('Server is unavailable.').waitFor();
    await page.getByText('+2 LTC').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    let dialog = await sendDialog(page, { address, amount: '0.25' });
    const typed = () =>
      Promise.all([/address$/, /^Amount in/].map((label) => dialog.getByLabel(label).inputValue()));
    await dialog.getByRole('radio', { name: /^Fast about/ }).waitFor();
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Server is unavailable.').first().waitFor();
    expect(await typed()).toEqual([address, '0.25']);
    await page.getByText("You're offline").first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // What was seen last stays.
    await transfersOf(page).getByText('+2 LTC').waitFor();
    await page.getByRole('tab', { name: 'WALLET' }).click();
    await page.goBack();
    await page.getByRole('tab', { name: 'LTC', selected: true }).waitFor();
    await page.goForward();
    await page.getByRole('tab', { name: 'WALLET', selected: true }).waitFor();
    await page.goBack();
    await page.context().setOffline(false);
    await page.reload();
    await page.getByRole('tab', { name: 'LTC', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    dialog = page.getByRole('dialog', { name: 'Send Litecoin' });
    expect(await typed()).toEqual([address, '0.25']);
    await toConfirm(dialog);
    await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
    // It is sent, its answer is lost, and then the page.
    await page.route(
      '**/crypto/sendcoin',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Send 0.25 LTC' }).click();
    await expect
      .poll(async () => (await transfersSeen(shop, anna, 'LTC')).length, { timeout: 10_000 })
      .toBe(2);
    // What it leaves can be spent again.
    await shop.step();
    await page.reload();
    await transfersOf(page).getByText('−0.25 LTC').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await typed()).toEqual([address, '0.25']);
    await toConfirm(dialog);
    await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
    await dialog.getByRole('button', { name: 'Send 0.25 LTC' }).click();
    await page.getByText('Coin Sent Initiated.').waitFor();
    expect(await transfersSeen(shop, anna, 'LTC')).toHaveLength(2);
    // It is done: the next one begins empty, and is another one.
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await typed()).toEqual(['', '']);
  },
);

test('ERR-17 a send that fails is only logged, keeps what was typed, and tried again sends once', async () => {
  const shop = await startCoinShop();
  const { anna, page } = await holderAt(shop);
  const ben = await makeMember(shop);
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') logged.push(message.text());
  });
  const dialog = await sendDialog(page, { address: await addressOf(shop, ben), amount: '0.25' });
  await toConfirm(dialog);
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
  const button = dialog.getByRole('button', { name: 'Send 0.25 LTC' });
  const notices = page.getByRole('region', { name: 'Notices' });
  const fail = (route: Route) =>
    route.fulfill({ status: 503, json: { status: 503, message: 'No coins today', data: null } });
  // The shop does it, and its answer never comes.
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  for (const [times, way] of [fail, lose].entries()) {
    await page.route('**/crypto/sendcoin', way, { times: 1 });
    await button.click();
    await expect.poll(() => logged.length).toBe(times + 1);
    await expect.poll(() => button.getAttribute('aria-busy')).toBe(null);
    expect(logged.at(-1)).toContain('Coins were not sent');
    expect((await notices.textContent()) ?? '').toBe('');
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(await dialog.getByText('No coins today').count()).toBe(0);
    expect(await dialog.getByLabel('Password', { exact: true }).inputValue()).toBe(testPassword);
  }
  await button.click();
  await page.getByText('Coin Sent Initiated.').waitFor();
  const sends = (await transfersSeen(shop, anna, 'LTC')).filter(({ type }) => type === 'send');
  expect(sends.map(({ value }) => value)).toEqual([25_000_000]);
});

longTest(
  'COIN-11 a send that waits says until when, in the look of danger, and is taken back with the keyboard',
  async () => {
    const shop = await startCoinShop();
    await setOption(shop.db, 'coin_new_address_above', '1');
    await setOption(shop.db, 'coin_approve_above', '30');
    const { anna, page } = await holderAt(shop);
    const address = await addressOf(shop, await makeMember(shop));
    // What the first sets aside is no other's.
    await shop.sandbox.coins.ltc.fund(await addressOf(shop, anna), 200_000_000n);
    await shop.mine('ltc');
    shop.sandbox.setCoinRates({ BTC: 100_000, LTC: 100 });
    await runChore(shop, 'rates.spots');
    const list = transfersOf(page);
    for (const amount of ['0.25', '0.5']) {
      const dialog = await sendDialog(page, { address, amount });
      await toConfirm(dialog);
      await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
      await dialog.getByRole('button', { name: `Send ${amount}` }).click();
      await page.getByText('See the list below for what happens next').first().waitFor();
      await dialog.waitFor({ state: 'detached' });
      await list.getByText(`−${amount} LTC`).waitFor();
    }
    const [forPerson, forTime] = [list.locator('ul > li').nth(0), list.locator('ul > li').nth(1)];
    await forPerson.getByText('Waiting for our review').waitFor();
    await forTime
      .getByText(/we send on \d\d-\w{3}-\d{4}, \d\d:\d\d [AP]M\. You don't need to do anything/)
      .waitFor();
    const badge = forTime.getByText('Waiting for approval', { exact: true }).first();
    // It is no alarm: the word is not underlaid as that of a failure is.
    expect(await coloursOf(badge)).toEqual({ ink: 'fail', ground: 'paper' });
    await scanBoth(page, 'coins that wait');
    await page.setViewportSize(phone);
    expect(await sidewaysScroll(page)).toBe(0);
    await forTime.getByRole('button', { name: /^Cancel: 0\.25\sLTC to/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Transfer cancelled. The coins are back in your wallet.').waitFor();
    await forTime.getByText('You cancelled it. The coins are back in your wallet.').waitFor();
    await expect
      .poll(() =>
        forTime.getByRole('button', { name: /^Details/ }).evaluate((one) => one.matches(':focus')),
      )
      .toBe(true);
    expect((await transfersSeen(shop, anna, 'LTC')).map(({ state }) => state)).toEqual([
      'pendingApproval',
      'rejected',
      'confirmed',
      'confirmed',
    ]);
  },
);

const states = [
  ['confirmed', 'Confirmed', 'leaf'],
  ['unconfirmed', 'Unconfirmed', 'sky'],
  ['commented', 'Commented', 'sky'],
  ['signed', 'Signed', 'sky'],
  ['created', 'Created', 'fail'],
  ['pendingApproval', 'Waiting for approval', 'fail'],
  ['removed', 'Removed', 'fail'],
  ['failed', 'Failed', 'fail'],
  ['rejected', 'Rejected', 'fail'],
] as const;
/** Red, and nothing else of a failure; and what is as usual, which has no box. */
const quiet: ReadonlySet<string> = new Set(['created', 'pendingApproval', 'confirmed']);

longTest(
  'a send that waits for a block is sped up with the keyboard, for what is said before, once',
  async () => {
    const shop = await startCoinShop();
    await shop.sandbox.coins.ltc.setFeeRate(2);
    const { anna, page } = await holderAt(shop);
    const address = await addressOf(shop, await makeMember(shop));
    const body = {
      coin: 'LTC' as const,
      amount: 25_000_000,
      receiveAddress: address,
      password: testPassword,
      purpose: 'sendCoin' as const,
    };
    await shop.call(sendCoin, { token: anna.token, body });
    await shop.step();
    await page.reload();
    const list = transfersOf(page);
    const speedUp = list.getByRole('button', { name: /^Speed up: 0\.25\sLTC to/ });
    await speedUp.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Speed up this transfer' });
    await dialog.getByText('It should confirm soon').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await raiseFees(shop, 'ltc', 30);
    await speedUp.focus();
    await page.keyboard.press('Enter');
    // 30 for each byte of both, 141 and 110, less the 2 that were paid for each of the first.
    const cost = 30 * 251 - 2 * 141;
    await dialog.getByText(`0.0000${cost}`).first().waitFor();
    // Of several that wait, this one.
    const sum = await words(dialog.locator('dl'));
    expect(sum.startsWith(`To${address}Amount0.25 LTC`)).toBe(true);
    await scanBoth(page, 'speeding up');
    await page.setViewportSize(phone);
    expect(await sidewaysScroll(page)).toBe(0);
    // A session that has just sent is proven, but nobody pays by a slip of the finger.
    await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByText('You raised the fee. The transfer should confirm soon.').waitFor();
    await list.getByText('Fee increase').waitFor();
    await list.getByText(`−0.0000${cost}`).waitFor();
    await expect.poll(() => speedUp.count()).toBe(0);
    await shop.step();
    await shop.mine('ltc', 6);
    const states = (await transfersSeen(shop, anna, 'LTC')).map(({ state, value }) => [
      state,
      value,
    ]);
    expect(states).toEqual([
      ['confirmed', 0],
      ['confirmed', 25_000_000],
      ['confirmed', 200_000_000],
    ]);
  },
);

test('COIN-08, COIN-09, COIN-10, COIN-11 ten transfers a page, each state a word with its look, with the order it paid and the way to an explorer', async () => {
  const shop = await startCoinShop();
  await setOption(shop.db, 'explorer_ltc', 'https://explorer.test/tx/{txid}');
  const { anna, page } = await holderAt(shop, 1_000_000_000n);
  const ben = await makeMember(shop);
  const receiveAddress = await addressOf(shop, ben);
  for (let i = 1; i <= 11; i += 1) {
    const { status } = await shop.call(sendCoin, {
      token: anna.token,
      body: {
        coin: 'LTC',
        amount: 1_000_000 * i,
        receiveAddress,
        password: testPassword,
        purpose: 'sendCoin',
      },
    });
    expect(status).toBe(200);
    await shop.step();
    await shop.mine('ltc');
  }
  await page.route('**/crypto/transactions/LTC?page=1*', async (route) => {
    const reply = await route.fetch();
    const answer = (await reply.json()) as { data: { state: string }[] };
    states.forEach(([state], index) => {
      Object.assign(answer.data[index] ?? {}, {
        state,
        date: null,
        createdTime: '2026-03-04T10:15:00.000Z',
        ...(state === 'confirmed' && { sOrderId: 'order-1234567890ab', nNeeded: 3 }),
      });
    });
    await route.fulfill({ response: reply, json: answer });
  });
  await page.goto('/account/wallet?coin=LTC');
  const list = transfersOf(page);
  const rows = list.locator('ul > li');
  await list.getByText('Rejected').first().waitFor();
  expect(await rows.count()).toBe(10);
  for (const [index, [state, word, look]] of states.entries()) {
    const badge = rows.nth(index).getByText(word, { exact: true }).first();
    const ground = quiet.has(state) ? 'paper' : `${look}-tint`;
    expect(await coloursOf(badge), word).toEqual({ ink: look, ground });
    await rows
      .nth(index)
      .getByText(/^04-Mar-2026, \d\d:15 [AP]M$/)
      .waitFor();
  }
  const paid = rows.first();
  await paid.getByText('Paid for an order').waitFor();
  await paid.getByText('1 of 3 confirmations').first().waitFor();
  await paid.getByText('Details', { exact: true }).click();
  expect(await paid.getByRole('link', { name: 'View order' }).getAttribute('href')).toBe(
    '/account/orders/order-1234567890ab',
  );
  const [sent] = await transfersSeen(shop, anna, 'LTC');
  const explorer = paid.getByRole('link', { name: 'View in a block explorer' });
  expect(await explorer.getAttribute('href')).toBe(`https://explorer.test/tx/${sent?.txid}`);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(new URL(page.url()).search).toBe('?coin=LTC&page=2');
  await list.getByText('Received', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(() => rows.count()).toBe(10);
});

test('COIN-18 an empty balance is one that is still being read; without a rate there is a plain line, without wallets another try', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'LTC', 100_000_000n);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.route('**/crypto/currencyRate', (route) =>
    route.fulfill({ status: 503, json: { status: 503, message: 'No price', data: null } }),
  );
  await page.route('**/crypto/getWallets', async (route) => {
    const reply = await route.fetch();
    const answer = (await reply.json()) as { data: object[] };
    const data = answer.data.map((wallet) => ({ ...wallet, confirmedBalance: '' }));
    await route.fulfill({ response: reply, json: { ...answer, data } });
  });
  await page.goto('/account/wallet?coin=LTC');
  await page.getByText('We have no reliable price for LTC right now').waitFor();
  await page.getByText('Loading your coins…').first().waitFor();
  expect(await page.getByText(/\d\sLTC$/).count()).toBe(1);
  await page.unroute('**/crypto/getWallets');
  await page.reload();
  await page.getByText('1 LTC', { exact: true }).first().waitFor();

  await page.route('**/crypto/getWallets', (route) => route.fulfill({ status: 500 }));
  await page.goto('/account/wallet');
  await page.getByText("We couldn't load your coins.").waitFor();
  await page.unroute('**/crypto/getWallets');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect
    .poll(() => words(tilesOf(page).getByRole('link', { name: /Litecoin/ })))
    .toBe('Litecoin1 LTC');
});
