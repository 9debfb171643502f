/** Coin transfers that wait, and coins that are stopped, as the back office works them. */

import { tmpdir } from 'node:os';
import { holdCase } from '@giftlane/contract/office/cases.ts';
import { listUnmatched, showUnmatched } from '@giftlane/contract/office/money-queues.ts';
import * as calls from '@giftlane/contract/office/payouts.ts';
import { expect } from 'vitest';
import { runCli } from '../../cli/run.testing.ts';
import { sql } from '../../platform/db/db.ts';
import { minutes } from '../../platform/process/durations.ts';
import { makeOperator, officeOf, type TestOperator } from '../../testing/office.ts';
import { nodeEnv, sandboxEnv } from '../../testing/sandbox-env.ts';
import { setOption } from '../content/content.ts';
import {
  type CoinShop,
  makeHolder,
  runChore,
  sendAway,
  startCoinShop,
  onSandbox as test,
  transfersSeen,
} from './coins.testing.ts';
import { coinStatus, houseAddress } from './coins.ts';

/** A shop in which sends above 100.00 wait for two persons. */
async function office() {
  const shop = await startCoinShop();
  shop.sandbox.setCoinRates({ BTC: 100_000, LTC: 100 });
  await runChore(shop, 'rates.spots');
  await setOption(shop.db, 'coin_approve_above', '100');
  const opened = officeOf(shop);
  return {
    shop,
    olga: await makeOperator(shop, 'finance', opened),
    boris: await makeOperator(shop, 'owner', opened),
  };
}

async function waiting(shop: CoinShop) {
  const anna = await makeHolder(shop, 'BTC', 1_000_000n);
  const { data } = (await sendAway(shop, anna, 200_000)).body;
  expect(data.state).toBe('pendingApproval');
  const newest = async () => (await transfersSeen(shop, anna, 'BTC'))[0]?.state;
  return { anna, id: data.id, fee: BigInt(data.nFee), params: { id: data.id }, newest };
}

const letGo = ({ db }: CoinShop) => db.run(sql`delete from office_cases`);
const press = (operator: TestOperator, params: { id: string }) =>
  operator.call(calls.approveTransfer, { params });

test('a payout over the limit goes when a second operator approves it, and no sooner', async () => {
  const { shop, olga, boris } = await office();
  const { anna, id, params, newest } = await waiting(shop);
  const { data } = await olga.call(calls.listWaitingTransfers);
  expect(data).toMatchObject({
    aRows: [{ _id: id, eState: 'needsTwo', oAmount: { sAmount: '0.002', sUnit: 'btc' } }],
    sNext: null,
  });
  expect((await press(olga, params)).data).toEqual({ bGoes: false });
  expect((await press(olga, params)).code).toBe('coins.second_person');
  await olga.call(holdCase, { params: { sQueue: 'transfers', ...params } });
  expect((await press(boris, params)).code).toBe('case.held');
  await letGo(shop);
  const shown = await boris.call(calls.showWaitingTransfer, { params });
  expect(shown.data).toMatchObject({ eState: 'needsOne', oMember: { sEmail: anna.email } });
  expect(shown.data.aFacts).toContainEqual({ eFact: 'approvedBy', sValue: olga.email });
  expect(await newest()).toBe('pendingApproval');
  expect((await press(boris, params)).data).toEqual({ bGoes: true });
  await shop.step();
  expect(await newest()).toBe('unconfirmed');
  const late = await boris.call(calls.rejectTransfer, { params, body: { sReason: 'no' } });
  expect(late).toMatchObject({
    code: 'case.decided',
    message: `${olga.email}, ${boris.email} has decided this already: approved`,
  });
});

test('the command line is one of the two persons, and none of them under the name of the other', async () => {
  const { shop, olga, boris } = await office();
  const { id, params } = await waiting(shop);
  const { DATABASE_URL = '', ENCRYPTION_KEYS = '' } = sandboxEnv(
    shop.sandbox,
    shop.config.databaseUrl,
  );
  const env = { DATABASE_URL, ENCRYPTION_KEYS, DATA_DIR: tmpdir(), ...nodeEnv(shop.sandbox) };
  const approve = (OPERATOR: string) => runCli(['coin', 'approve', id], { ...env, OPERATOR });
  expect((await approve(olga.email)).stdout).toContain('waits for a second person');
  expect((await approve(boris.email)).code).toBe(1);
  expect((await press(olga, params)).code).toBe('coins.second_person');
  await letGo(shop);
  expect((await press(boris, params)).data).toEqual({ bGoes: true });
});

test('rejected, the coins go back as the sums said, and its member gets the reason', async () => {
  const { shop, olga, boris } = await office();
  const { anna, params, newest, fee } = await waiting(shop);
  const query = { eDecision: 'reject' } as const;
  const { data } = await olga.call(calls.sumTransfer, { params, query });
  const sum = (account: string) =>
    data.aBooked
      .filter(({ sAccount }: { sAccount: string }) => sAccount === account)
      .map(({ sAmount }: { sAmount: string }) => sAmount);
  const whole = Number(200_000n + fee) / 1e8;
  expect(sum(`member:${anna.id}:coin:btc`).map(Number)).toEqual([whole]);
  expect(sum('house:coin_sending:btc').map(Number)).toEqual([-whole]);
  const body = { sReason: 'We could not reach you' };
  expect((await olga.call(calls.rejectTransfer, { params, body })).status).toBe(200);
  expect(await newest()).toBe('rejected');
  await letGo(shop);
  expect(await press(boris, params)).toMatchObject({
    code: 'case.decided',
    message: `${olga.email} has decided this already: rejected`,
  });
  await shop.workJobs();
  expect(shop.sandbox.mails(anna.email)[0]?.text).toContain(body.sReason);
});

test('approved and rejected at the same time, 20 rounds: one of them counts', async () => {
  const { shop, olga, boris } = await office();
  for (let round = 0; round < 20; round += 1) {
    const { id, params, newest } = await waiting(shop);
    await press(olga, params);
    await letGo(shop);
    await shop.moveClock(minutes(1));
    await runChore(shop, 'rates.spots');
    const [approved, rejected] = await Promise.all([
      press(boris, params),
      olga.call(calls.rejectTransfer, { params, body: { sReason: 'no' } }),
    ]);
    expect([approved.status, rejected.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await newest()).toBe(approved.status === 200 ? 'created' : 'rejected');
    const { wishes } = await shop.db.one(sql<{ wishes: number }>`
      select count(*)::int as wishes from coin_wishes where transfer_id = ${id}`);
    expect(wishes).toBe(approved.status === 200 ? 1 : 0);
  }
}, 60_000);

test('a coin is stopped and goes on; while it stands nothing is approved', async () => {
  const { shop, olga, boris } = await office();
  const { params } = await waiting(shop);
  const coin = { sCoin: 'btc' } as const;
  await boris.call(calls.holdCoin, { params: coin, body: { sReason: 'A strange block' } });
  const held = await olga.call(calls.showCoins);
  expect(held.data[0]).toMatchObject({ sCoin: 'btc', sHeld: 'A strange block' });
  expect((await press(olga, params)).code).toBe('coins.held');
  expect((await boris.call(calls.sweepCoin, { params: coin })).code).toBe('coins.no_cold_account');
  await boris.call(calls.resumeCoin, { params: coin });
  expect((await press(olga, params)).status).toBe(200);
});

test('coins that come to the house for no order are listed as unmatched, all of them', async () => {
  const { shop, olga } = await office();
  const { address } = await shop.db.tx((tx) => houseAddress(tx, shop.checkout.coins, 'btc'));
  const txid = await shop.sandbox.coins.btc.fund(address, 30_000n);
  await shop.mine('btc', 1);
  await shop.mine('btc', 6);
  const { data } = await olga.call(listUnmatched);
  expect(data.aRows).toMatchObject([
    { sAbout: address, eState: 'coins', oAmount: { sAmount: '0.0003', sUnit: 'btc' } },
  ]);
  const shown = await olga.call(showUnmatched, { params: { id: data.aRows[0]._id } });
  expect(shown.data.aFacts).toContainEqual({ eFact: 'txid', sValue: txid });
  const [status] = await coinStatus(shop.db);
  expect(status?.unmatched).toBe(30_000n);
});
