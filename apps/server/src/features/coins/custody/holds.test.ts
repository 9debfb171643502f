/** A coin that an operator holds: what is refused, what waits, and what goes on. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendCoin } from '@giftlane/contract/money/crypto.ts';
import { expect, test } from 'vitest';
import { runOn, tempFolder } from '../../../cli/run.testing.ts';
import { sql } from '../../../platform/db/db.ts';
import { makeMember, type TestMember, testPassword } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import {
  type CoinShop,
  fillHouse,
  makeHolder,
  makeWallet,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins.testing.ts';
import { holdCoin, secondsUnsigned, sendFromHouse } from '../coins.ts';
import { coinOrder, payQuote } from '../wallets/paying.testing.ts';

const elsewhere = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

const send = (shop: CoinShop, { token }: TestMember) =>
  shop.call(sendCoin, {
    token,
    body: {
      coin: 'BTC',
      amount: 40_000,
      receiveAddress: elsewhere,
      password: testPassword,
      purpose: 'sendCoin',
    },
  });

const hold = (shop: CoinShop) => shop.db.tx((tx) => holdCoin(tx, 'btc', 'A test'));

const answered = async (shop: CoinShop) =>
  (
    await shop.db.one(sql<{ answered: number }>`
      select count(answered_at)::int as answered from coin_wishes`)
  ).answered;

test('a held coin is not sent and what waits is not signed, but what comes is seen; then it goes on', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'BTC', 100_000n);
  expect((await send(shop, anna)).status).toBe(200);
  const held = await runOn(shop, 'coin', 'hold', 'BTC', '--reason', 'A key was lost');
  expect([held.code, held.stdout]).toEqual([0, 'btc is held.\n']);
  await runOn(shop, 'coin', 'hold', 'BTC', '--reason', 'Another');
  const refused = await send(shop, anna);
  expect([refused.status, refused.body.message]).toEqual([
    503,
    'Sending BTC is paused. Nothing was sent, and your coins are still in your wallet. Try again later.',
  ]);
  await shop.step();
  expect((await transfersSeen(shop, anna, 'BTC'))[0]).toMatchObject({ state: 'created' });
  expect(await secondsUnsigned(shop.db)).toBe(0);
  const { receiveAddress } = await walletSeen(shop, anna, 'BTC');
  await shop.sandbox.coins.btc.fund(receiveAddress, 70_000n);
  await shop.mine('btc');
  expect((await transfersSeen(shop, anna, 'BTC'))[0]).toMatchObject({ state: 'confirmed' });
  const { stdout } = await runOn(shop, 'coin', 'status');
  expect(stdout).toMatch(/HELD since \S+: A key was lost/);
  expect((await runOn(shop, 'coin', 'resume', 'BTC')).code).toBe(0);
  expect((await runOn(shop, 'coin', 'resume', 'BTC')).stderr).toBe('btc is not held.\n');
  await shop.step();
  expect((await transfersSeen(shop, anna, 'BTC'))[1]).toMatchObject({ state: 'unconfirmed' });
  const deeds = await shop.db.rows(sql`select deed, facts from audit_entries order by id limit 1`);
  expect(deeds).toEqual([
    { deed: 'coin hold', facts: { operand: 'BTC', reason: 'A key was lost' } },
  ]);
});

longTest('the other coin of a shop goes on', async () => {
  const shop = await startCoinShop();
  await hold(shop);
  const anna = await makeHolder(shop, 'LTC', 1_000_000n);
  const { receiveAddress } = await makeWallet(shop, await makeMember(shop), 'LTC');
  await shop.call(sendCoin, {
    token: anna.token,
    body: {
      coin: 'LTC',
      amount: 100_000,
      receiveAddress,
      password: testPassword,
      purpose: 'sendCoin',
    },
  });
  await shop.step();
  expect((await transfersSeen(shop, anna, 'LTC'))[0]).toMatchObject({ state: 'unconfirmed' });
});

test('an order is not paid from a wallet here while its coin is held, and can be as soon as it is not', async () => {
  const shop = await startCoinShop();
  const { anna, quote } = await coinOrder(shop, 'BTC');
  await hold(shop);
  expect((await payQuote(shop, anna, 'BTC', quote)).body.code).toBe('coins.held');
  const order = () =>
    shop.db.one(sql<{ state: string }>`
      select state from payments where provider = 'coins'`);
  expect(await order()).toEqual({ state: 'created' });
  await runOn(shop, 'coin', 'resume', 'BTC');
  expect((await payQuote(shop, anna, 'BTC', quote)).status).toBe(200);
});

test('the house sends nothing of a held coin', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'btc', 100_000n);
  await hold(shop);
  const sent = shop.db.tx((tx) =>
    sendFromHouse(tx, shop.checkout.coins, {
      coin: 'btc',
      address: elsewhere,
      value: 50_000n,
      for: { saleId: null },
      rate: 4,
    }),
  );
  await expect(sent).rejects.toMatchObject({ code: 'coins.held' });
});

test('a hold waits for what the signer is at, and once it is stored nothing more is signed', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'BTC', 100_000n);
  await send(shop, anna);
  let stored = false;
  let holding: Promise<void> | undefined;
  await shop.db.tx(async (tx) => {
    // As the signer does while it signs.
    await tx.run(sql`select coin from coin_holds where held_at is null for share`);
    holding = hold(shop).then(() => {
      stored = true;
    });
    await expect
      .poll(
        async () =>
          (
            await shop.db.one(sql<{ waiting: number }>`
              select count(*)::int as waiting from pg_locks where not granted`)
          ).waiting,
      )
      .toBeGreaterThan(0);
    expect(stored).toBe(false);
  });
  await holding;
  await shop.sign();
  expect(await answered(shop)).toBe(0);
});

test('a file in the signer’s folder stops it, whatever the database says', async () => {
  const dir = await tempFolder();
  const shop = await startCoinShop({ signer: { SIGNER_DIR: dir } });
  const anna = await makeHolder(shop, 'BTC', 100_000n);
  await send(shop, anna);
  await writeFile(join(dir, 'hold'), '');
  await shop.sign();
  expect(await answered(shop)).toBe(0);
  await rm(join(dir, 'hold'));
  await shop.sign();
  expect(await answered(shop)).toBe(1);
});
