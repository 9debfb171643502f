/** Finance works on its five queues by keyboard alone. */
import { expect, test } from 'vitest';
import { approvedTopUp } from '../apps/server/src/features/checkout/capture/top-up.testing.ts';
import { askAboutCaptures } from '../apps/server/src/features/checkout/disputes/taken-back.ts';
import { refundOrder } from '../apps/server/src/features/checkout/refund/refund.ts';
import {
  makeHolder,
  runChore,
  sendAway,
  startCoinShop,
} from '../apps/server/src/features/coins/coins.testing.ts';
import { houseAddress } from '../apps/server/src/features/coins/coins.ts';
import { setOption } from '../apps/server/src/features/content/content.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { hours } from '../apps/server/src/platform/process/durations.ts';
import { atProvider, initiated } from '../apps/server/src/testing/buying.ts';
import { atCapture, providerCaptures } from '../apps/server/src/testing/faults.ts';
import { scanBoth } from './axe.ts';
import { browserForFile } from './browser.ts';
import { sidewaysScroll } from './journey.ts';
import { enterOffice, startOffice } from './office.ts';

const { visit } = browserForFile();

/** A shop with one case in every queue of money. */
async function worried() {
  const shop = await startCoinShop();
  await setOption(shop.db, 'coin_approve_above', '100');
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  const { data } = (await order.confirm()).body;
  await refundOrder(shop, { memberId: order.anna.id, id: data._id }, { reason: 'asked for' });
  shop.sandbox.faults.add({ operation: 'refund', kind: 'issue', value: 'REFUND_NOT_ALLOWED' });
  await shop.moveClock(hours(3));
  await runChore(shop, 'checkout.refunds');
  const topUp = await approvedTopUp(shop);
  await topUp.add();
  const captures = await providerCaptures(shop);
  const capture = captures.find(({ orderId }) => orderId === topUp.sPaymentId)?.id ?? '';
  await atCapture(shop, capture, 'reverse');
  await shop.moveClock(hours(1));
  await askAboutCaptures(shop.checkout);
  shop.sandbox.setCoinRates({ BTC: 100_000, LTC: 100 });
  await runChore(shop, 'rates.spots');
  const holder = await makeHolder(shop, 'BTC', 1_000_000n);
  const sent = await sendAway(shop, holder, 200_000);
  expect(sent.body.data.state).toBe('pendingApproval');
  const { address } = await shop.db.tx((tx) => houseAddress(tx, shop.checkout.coins, 'btc'));
  await shop.sandbox.coins.btc.fund(address, 30_000n);
  await shop.mine('btc', 1);
  await shop.mine('btc', 6);
  await shop.db.run(sql`
    insert into jobs (task, payload, attempts, given_up_at, last_error)
    values ('test.mail', '{"orderId": "ord_1"}', 12, now(), 'the mail server said no')`);
  return { shop, transferId: sent.body.data.id };
}

test('each queue of money is worked by keys alone: sums first, then the decision, undone for ten seconds', async () => {
  const { shop, transferId } = await worried();
  const page = await visit(await startOffice(shop));
  await enterOffice(shop, page, 'finance');
  const open = async (queue: string, title: string) => {
    await page.getByRole('navigation').getByRole('link', { name: queue }).press('Enter');
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
  };
  const confirmed = async (key: string, sum: string, done: string) => {
    await page.keyboard.press(key);
    await page.getByText(sum).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(done).waitFor();
  };
  await page.goto('/');
  await open('Refunds', '30.00 USD');
  await scanBoth(page, 'refund');
  await confirmed('s', 'house:refunds_payable:usd', 'Refund is sent again');
  await page.keyboard.press('u');
  await page.getByRole('link', { name: '30.00 USD' }).press('Enter');
  await confirmed('s', 'house:refunds_payable:usd', 'Refund is sent again');
  await open('Unmatched money', '0.0003 BTC');
  await page.getByText('Coins for no order').first().waitFor();
  await open('Disputes', '40.00 USD');
  await page.getByText('$40.00').first().waitFor();
  await page.keyboard.press('r');
  await page.getByLabel('Amount the provider paid').fill('15');
  await page.getByText('-15.00 USD').first().waitFor();
  await scanBoth(page, 'dispute');
  await page.keyboard.press('Escape');
  await confirmed('x', 'house:losses:usd', 'The house bears the loss');
  await open('Coin transfers', '0.002 BTC');
  await page.getByText('Needs two people').first().waitFor();
  await confirmed('a', 'house:coin_sending:btc', 'Approved; a second person is needed');
  await open('Failed jobs', 'test.mail');
  await page.getByText('the mail server said no').waitFor();
  await confirmed('r', 'Jobs are safe to repeat.', 'Runs again');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Coins', exact: true })
    .press('Enter');
  await page.getByLabel('Why it is stopped').first().fill('A strange block');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Let it go on' }).press('Enter');
  await page.getByText('A strange block').waitFor({ state: 'detached' });
  for (const width of [820, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page)).toBe(0);
  }
  const states = () =>
    shop.db.one(sql`
      select (select state from refunds) as refund, (select decision from capture_decisions) as dispute,
        (select count(*)::int from coin_consents where transfer_id = ${transferId}) as consents,
        (select count(*)::int from jobs where given_up_at is not null) as jobs`);
  await expect
    .poll(states, { timeout: 20_000 })
    .toEqual({ refund: 'pending', dispute: 'kept', consents: 1, jobs: 0 });
});
