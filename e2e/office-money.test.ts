/** Finance works on its five queues by keyboard alone. */
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { scanBoth } from './axe.ts';
import { browserForFile } from './browser.ts';
import { enterOffice, startOffice } from './office.ts';
import { worried } from './worried.ts';

const { visit } = browserForFile();

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
    // Until the next case is there, keys are typed into the field of this one.
    await page.getByRole('button', { name: 'Confirm' }).waitFor({ state: 'detached' });
  };
  await page.goto('/');
  await open('Refunds', '30.00 USD');
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
  const states = () =>
    shop.db.one(sql`
      select (select state from refunds) as refund, (select decision from capture_decisions) as dispute,
        (select count(*)::int from coin_consents where transfer_id = ${transferId}) as consents,
        (select count(*)::int from jobs where given_up_at is not null) as jobs`);
  // Decisions are made when their page is left.
  await page.goto('about:blank');
  await expect.poll(states).toEqual({ refund: 'pending', dispute: 'kept', consents: 1, jobs: 0 });
});
