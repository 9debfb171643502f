/** A database that is lost: what a backup of before knows, and what seed and chain alone bring back. */
import { sendCoin } from '@giftlane/contract/crypto.ts';
import { expect, inject, onTestFinished } from 'vitest';
import { runCli } from '../../cli/run.testing.ts';
import { makeMember, type TestMember, testPassword } from '../../testing/builders.ts';
import { cloneDatabase } from '../../testing/databases.ts';
import { nodeEnv, sandboxEnv } from '../../testing/sandbox-env.ts';
import {
  type CoinShop,
  elsewhere,
  makeHolder,
  makeWallet,
  onSandbox,
  startCoinShop,
  walletSeen,
} from './coins.testing.ts';

/** Runs a command about coins in a shop whose nodes are those of another one's sandbox. */
const run = (shop: CoinShop, nodesOf: CoinShop, ...args: string[]) =>
  runCli(args, {
    ...sandboxEnv(shop.sandbox, shop.config.databaseUrl),
    ...nodeEnv(nodesOf.sandbox),
    DATA_DIR: shop.config.dataDir,
  });

/** A shop on a database of its own, with the seed and the nodes of another one. */
const startAgain = (lost: CoinShop, database: { url: string } | undefined) =>
  startCoinShop({
    env: { ...nodeEnv(lost.sandbox), ...(database && { DATABASE_URL: database.url }) },
  });

/** Of each account: fewer than the usual fifty, which take a second for each hundred accounts. */
const gap = '--gap=3';

/** A copy of a shop's database as it is now, as a backup has it. */
async function backup(shop: CoinShop) {
  const name = new URL(shop.config.databaseUrl).pathname.slice(1);
  const copy = await cloneDatabase(inject('serverUrl'), name, { endOthers: true });
  onTestFinished(() => copy.drop());
  return copy;
}

async function fundAnew(shop: CoinShop, member: TestMember, units: bigint): Promise<void> {
  const { receiveAddress } = await walletSeen(shop, member, 'BTC');
  await shop.sandbox.coins.btc.fund(receiveAddress, units);
  await shop.mine('btc');
}

onSandbox(
  'a database that is older than the chain is filled again: deposits, addresses, sends, wallets it never knew',
  async () => {
    const lost = await startCoinShop();
    const anna = await makeHolder(lost, 'BTC', 300_000n);
    const copy = await backup(lost);
    // None of this is in the backup: a deposit to a known address, one to a new address, a send, a new wallet.
    await fundAnew(lost, anna, 50_000n);
    await fundAnew(lost, anna, 20_000n);
    const body = {
      coin: 'BTC' as const,
      amount: 40_000,
      receiveAddress: elsewhere,
      password: testPassword,
      purpose: 'sendCoin' as const,
    };
    await lost.call(sendCoin, { token: anna.token, body });
    await lost.step();
    await lost.mine('btc');
    await makeHolder(lost, 'BTC', 70_000n);
    const { confirmedBalance } = await walletSeen(lost, anna, 'BTC');

    const shop = await startAgain(lost, copy);
    const first = await run(shop, lost, 'coin', 'rescan', 'btc', gap);
    const [, account] = /account (\d+), which no wallet has: 0\.0007\./.exec(first.stdout) ?? [];
    expect([first.code, account]).toEqual([1, expect.any(String)]);
    expect((await walletSeen(shop, anna, 'BTC')).confirmedBalance).toBe(confirmedBalance);
    // What left by no send the books know has stopped the account until somebody has looked.
    expect((await run(shop, lost, 'member', 'unfreeze', anna.email)).code).toBe(0);
    const ben = await makeMember(shop);
    const assigned = await run(
      shop,
      lost,
      ...['coin', 'assign', 'btc', '--account', account ?? '', '--to', ben.email],
    );
    expect([assigned.code, assigned.stdout]).toEqual([
      0,
      `Account ${account} of btc is of ${ben.email}.\n`,
    ]);
    expect((await run(shop, lost, 'coin', 'rescan', 'btc', gap)).code).toBe(0);
    expect((await walletSeen(shop, ben, 'BTC')).confirmedBalance).toBe(70_000);
    expect((await run(shop, lost, 'coin', 'check')).code).toBe(0);
  },
);

onSandbox(
  'where nothing is left but seed and chain, all coins are found by account, given to their owners, and can be sent',
  async () => {
    const lost = await startCoinShop();
    const anna = await makeHolder(lost, 'BTC', 300_000n);
    await fundAnew(lost, anna, 50_000n);
    await makeHolder(lost, 'LTC', 900_000n);
    await lost.mine('btc', 10);

    const shop = await startAgain(lost, undefined);
    const found = await run(shop, lost, 'coin', 'rescan', 'btc', gap, '--json');
    const { ownerless } = JSON.parse(found.stdout);
    expect([found.code, ownerless]).toEqual([1, [{ account: 0, units: '350000' }]]);
    const again = await makeMember(shop, { verified: true });
    const assign = (to: string) =>
      run(shop, lost, 'coin', 'assign', 'BTC', '--account=0', `--to=${to}`);
    expect((await assign(again.email)).code).toBe(0);
    const taken = await assign('house');
    expect([taken.code, taken.stderr]).toEqual([
      1,
      'Account 0 of BTC is not free, or they have a wallet of that coin already\n',
    ]);
    await run(shop, lost, 'coin', 'rescan', 'btc', gap);
    await run(shop, lost, 'coin', 'assign', 'ltc', '--account=0', '--to=house');
    await run(shop, lost, 'coin', 'rescan', 'ltc', gap);
    expect((await run(shop, lost, 'coin', 'check')).code).toBe(0);
    expect((await run(shop, lost, 'coin', 'status')).stdout).toContain(
      '0.009 of the house that it can send',
    );
    expect((await walletSeen(shop, again, 'BTC')).confirmedBalance).toBe(350_000);
    const sent = await shop.call(sendCoin, {
      token: again.token,
      body: {
        coin: 'BTC',
        amount: 320_000,
        receiveAddress: elsewhere,
        password: testPassword,
        purpose: 'sendCoin',
      },
    });
    await shop.step();
    await lost.mine('btc');
    await shop.look();
    expect(sent.status).toBe(200);
    expect((await walletSeen(shop, again, 'BTC')).confirmedBalance).toBeLessThan(30_000);
    // A new wallet takes another account.
    const { receiveAddress } = await makeWallet(shop, await makeMember(shop), 'BTC');
    expect(receiveAddress).not.toBe((await walletSeen(shop, again, 'BTC')).receiveAddress);
  },
);
