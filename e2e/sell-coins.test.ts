/** Selling a card for coins, on chains whose blocks come when a test mines them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  fillHouse,
  makeWallet,
  startCoinShop,
  walletSeen,
} from '../apps/server/src/features/coins/coins.testing.ts';
import { payIntoWallet } from '../apps/server/src/features/selling/coin-payout.ts';
import { lookAndAccept, makeBought } from '../apps/server/src/features/selling/offers.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { minutes } from '../apps/server/src/platform/process/durations.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import type { TestShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile, longTest, phone, sizes } from './browser.ts';
import { sidewaysScroll } from './journey.ts';
import { reachPayment } from './selling.ts';

const { visit } = browserForFile();

const ways = (page: Page) => page.getByRole('group', { name: 'How should we pay you?' });

const saleOf = async (shop: TestShop) =>
  (await shop.db.one(sql<{ id: string }>`select id from sell_orders`)).id;

for (const size of sizes) {
  test(`SELL-20, SELL-21, SELL-22, SELL-26, SELL-27 a card is sold for bitcoin, ${size.width} px`, async () => {
    const shop = await startCoinShop();
    await fillHouse(shop, 'btc', 100_000_000n);
    const { brandId } = await makeBought(shop);
    const anna = await makeMember(shop);
    await makeWallet(shop, anna, 'BTC');
    const page = await visit(shop.url, { size, token: anna.token });
    const proceed = await reachPayment(page, brandId);
    // Litecoin has no wallet yet: no such way, but one press makes it and takes it.
    expect(await ways(page).getByRole('radio').count()).toBe(2);
    expect(await ways(page).getByLabel('Wallet', { exact: false }).first().isChecked()).toBe(true);
    const create = page.getByRole('button', { name: 'Create a Litecoin wallet' });
    await create.click();
    await create.waitFor({ state: 'detached' });
    expect(await ways(page).getByRole('radio', { name: 'LiteCoin' }).isChecked()).toBe(true);
    await ways(page)
      .getByText(
        /about 0\.000\d+.BTC at today's rate\. The rate when we accept your card applies\./,
      )
      .waitFor();
    await ways(page).getByRole('radio', { name: 'BitCoin' }).check();
    expect(await sidewaysScroll(page)).toBe(0);
    await scanBoth(page, 'ways of being paid');
    await page.setViewportSize(size);
    // What was chosen outlives a reload.
    await page.reload();
    await expect
      .poll(() => ways(page).getByRole('radio', { name: 'BitCoin' }).isChecked())
      .toBe(true);
    await proceed.click();
    await page.waitForURL('**/account/orders?tab=sell');
    const sold = page.getByRole('article');
    await sold.getByText("We're checking your card and will email you.").waitFor();

    await lookAndAccept(shop, await saleOf(shop));
    await shop.step();
    await page.reload();
    await sold.getByText(/^0\.000\d+.BTC on its way to your wallet\.$/).waitFor();
    await sold.getByText('Unconfirmed', { exact: true }).waitFor();
    // The page says when they are there, and does not call them paid.
    await page.goto(`/account/orders/${await saleOf(shop)}`);
    await sold.getByText(/^Sent\. It arrives once the network confirms it/).waitFor();
    expect(await sold.getByText(/paid in/i).count()).toBe(0);
    await scanBoth(page, 'sold for coins that are on their way');
    await page.setViewportSize(size);
    await page.goBack();
    await shop.mine('btc');
    await page.reload();
    await sold.getByText(/^0\.000\d+.BTC paid into your wallet\.$/).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await scanBoth(page, 'sold for coins, in the list');
    await page.setViewportSize(size);
    // The page says where they went, and by which transaction.
    await sold.getByRole('heading', { level: 2 }).getByRole('link').click();
    await page.waitForURL('**/account/orders/*');
    const { txid, address } = await shop.db.one(sql<{ txid: string; address: string }>`
      select txid, address from coin_transfers where type = 'send'`);
    await sold.getByText(txid).waitFor();
    await sold.getByText(address).waitFor();
    await sold.getByText('Confirmed', { exact: true }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await scanBoth(page, 'sold for coins');
    await page.setViewportSize(size);
    await sold.getByRole('link', { name: 'See it in your BTC wallet' }).click();
    await page.waitForURL('**/account/wallet?coin=BTC');
    await page.getByText('Received', { exact: true }).waitFor();
    expect((await walletSeen(shop, anna, 'BTC')).confirmedBalance).toBeGreaterThan(40_000);
  });
}

longTest(
  'SELL-27 coins that could not be sent are said to be paid into the wallet instead',
  async () => {
    const shop = await startCoinShop({ signer: { BTC_SIGN_LIMITS: '0.00000001/1/1' } });
    await fillHouse(shop, 'btc', 100_000_000n);
    const { brandId } = await makeBought(shop);
    const anna = await makeMember(shop);
    await makeWallet(shop, anna, 'BTC');
    const page = await visit(shop.url, { size: phone, token: anna.token });
    await reachPayment(page, brandId);
    await shop.moveClock(minutes(3));
    await page.reload();
    // Without a rate nothing is estimated, and the offer is taken.
    await ways(page).getByText('at the rate when we accept your card').waitFor();
    await ways(page).getByRole('radio', { name: 'BitCoin' }).check();
    await page.getByRole('button', { name: 'Proceed' }).click();
    await page.waitForURL('**/account/orders?tab=sell');
    await shop.chores.find(({ name }) => name === 'rates.spots')?.run();
    const id = await saleOf(shop);
    await lookAndAccept(shop, id);
    await shop.step();
    await page.reload();
    const sold = page.getByRole('article');
    await sold
      .getByText(/^We couldn't send .*\. We'll pay its value into your wallet\.$/)
      .waitFor();
    await payIntoWallet(shop.db, id);
    await page.reload();
    await sold
      .getByText(/^We couldn't send .*\. We paid \$44\.00 into your wallet instead\.$/)
      .waitFor();
    await sold.getByText('Coins not sent', { exact: true }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await sold.getByRole('link', { name: 'Open wallet' }).click();
    await page.waitForURL('**/account/wallet');
    await page.getByText('Gift card sold').waitFor();
  },
);
