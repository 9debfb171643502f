/** Books that are older than the chain, as after a backup was put back: compared with the node, and filled again. */

import { closeAccount } from '@giftlane/contract/members/my-data.ts';
import { expect, test } from 'vitest';
import { runCli } from '../../../cli/run.testing.ts';
import { sql } from '../../../platform/db/db.ts';
import { makeMember, testPassword } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import { nodeEnv, sandboxEnv } from '../../../testing/sandbox-env.ts';
import { networkOf } from '../../../utxo/networks.ts';
import { openAccount } from '../../../utxo/scripts.ts';
import {
  type CoinShop,
  longOnSandbox,
  makeHolder,
  makeWallet,
  sendAway,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins.testing.ts';
import { assignAccount, rescan } from '../coins.ts';

/** Runs a command about coins, which asks the nodes of the shop. */
const run = ({ sandbox, config }: CoinShop, ...args: string[]) =>
  runCli(args, {
    ...sandboxEnv(sandbox, config.databaseUrl),
    ...nodeEnv(sandbox),
    DATA_DIR: config.dataDir,
  });

/** The books forget the address a member was given last, as if they were from before that. */
async function forgetLast(shop: CoinShop, owner: string): Promise<void> {
  await shop.owner.run(sql`
    delete from coin_addresses where (wallet_id, branch, index) = (
      select w.id, 0, w.receiving - 1 from coin_wallets w where w.owner = ${owner})`);
  await shop.owner.run(
    sql`update coin_wallets set receiving = receiving - 1 where owner = ${owner}`,
  );
}

test('books and node say the same of every coin', async () => {
  const shop = await startCoinShop();
  await makeHolder(shop, 'BTC', 100_000n);
  await makeHolder(shop, 'LTC', 200_000n);
  const { code, stdout } = await run(shop, 'coin', 'check');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^btc at block \d+: 1 outputs lie there by both, and none by one alone$/m);
  expect(stdout).toMatch(/^ltc at block \d+: 1 outputs/m);
});

longTest('while the books are behind the node nothing is compared', async () => {
  const shop = await startCoinShop();
  await shop.sandbox.coins.btc.mine();
  const { code, stderr } = await run(shop, 'coin', 'check');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The shop is at block \d+ of this coin, but the node is at \d+\./m);
});

longTest(
  'what came to addresses that older books do not know is found, booked, and no address is handed out twice',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, 'BTC', 100_000n);
    const { receiveAddress: forgotten } = await walletSeen(shop, anna, 'BTC');
    await forgetLast(shop, anna.id);
    await shop.sandbox.coins.btc.fund(forgotten, 70_000n);
    await shop.mine('btc');
    const found = await run(shop, 'coin', 'rescan', 'btc', '--gap=2');
    expect([found.code, found.stdout]).toEqual([
      0,
      '1 outputs with 0.0007 were not in the books and are now, 5 addresses count as handed out\n',
    ]);
    const wallet = await walletSeen(shop, anna, 'BTC');
    expect(wallet.confirmedBalance).toBe(170_000);
    expect(wallet.receiveAddress).not.toBe(forgotten);
    const again = await run(shop, 'coin', 'rescan', 'btc', '--gap=2');
    expect(again.stdout).toMatch(/^0 outputs with 0 /);
    expect((await run(shop, 'coin', 'check')).code).toBe(0);
  },
);

test('an output that the books lost of a known address is booked again, and check says so before', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop, { verified: true });
  const { receiveAddress } = await makeWallet(shop, anna, 'LTC');
  const address = await shop.db.one(sql<{ script: string }>`
    select script from coin_addresses where address = ${receiveAddress}`);
  // The shop looks away while it comes.
  await shop.db.run(sql`
    update coin_addresses set script = 'away' where script = ${address.script}`);
  await shop.sandbox.coins.ltc.fund(receiveAddress, 900_000n);
  await shop.mine('ltc');
  await shop.db.run(sql`
    update coin_addresses set script = ${address.script} where script = 'away'`);
  const checked = await run(shop, 'coin', 'check');
  expect(checked.code).toBe(1);
  expect(checked.stdout).toMatch(/^ {2}by the node alone: [0-9a-f]{64}:\d+ 0\.009$/m);
  expect((await run(shop, 'coin', 'rescan', 'LTC', '--gap=1')).code).toBe(0);
  expect(await walletSeen(shop, anna, 'LTC')).toMatchObject({ confirmedBalance: 900_000 });
});

longOnSandbox.for([
  ['btc', 'BTC'],
  ['ltc', 'LTC'],
] as const)(
  '%s: new coins that are found are spent no sooner than new coins that were seen',
  async ([lower, coin]) => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, coin, 100_000n);
    const { receiveAddress: forgotten } = await walletSeen(shop, anna, coin);
    await forgetLast(shop, anna.id);
    const { origin, username, password } = new URL(shop.sandbox.coins[lower].rpcUrl);
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const body = JSON.stringify({ id: 1, method: 'generatetoaddress', params: [1, forgotten] });
    await fetch(origin, { method: 'POST', headers: { authorization }, body });
    await shop.look();
    await shop.mine(lower, 3);
    expect((await rescan(shop.checkout.coins, lower, 2)).outputs).toBe(1);
    expect((await walletSeen(shop, anna, coin)).confirmedBalance).toBe(100_000);
    await shop.mine(lower, 95);
    expect((await walletSeen(shop, anna, coin)).confirmedBalance).toBe(100_000);
    await shop.mine(lower);
    expect((await walletSeen(shop, anna, coin)).confirmedBalance).toBeGreaterThan(1_000_000_000);
  },
);

longTest('coins on an account that no wallet has are told, and booked for nobody', async () => {
  const shop = await startCoinShop();
  const free = await shop.db.one(sql<{ number: number; xpub: string }>`
    select number, xpub from coin_accounts where coin = 'btc' order by number desc limit 1`);
  const { address } = openAccount(free.xpub).addressAt(
    { branch: 0, index: 2 },
    networkOf('btc', 'regtest'),
  );
  await shop.sandbox.coins.btc.fund(address, 50_000n);
  await shop.mine('btc');
  const { code, stdout } = await run(shop, 'coin', 'rescan', 'btc', '--gap=3');
  expect(code).toBe(1);
  expect(stdout).toContain(`account ${free.number}, which no wallet has: 0.0005.`);
});

longTest(
  'rescans at once, beside a watcher, blocks, forks and sends: each output is booked once',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, 'BTC', 100_000n);
    const { receiveAddress: forgotten } = await walletSeen(shop, anna, 'BTC');
    await forgetLast(shop, anna.id);
    await shop.sandbox.coins.btc.fund(forgotten, 70_000n);
    await shop.mine('btc');
    const parts = shop.checkout.coins;
    await Promise.allSettled([
      rescan(parts, 'btc', 2),
      rescan(parts, 'btc', 2),
      sendAway(shop, anna, 30_000),
      rescan(parts, 'btc', 2),
      shop.look(),
      shop.step(),
    ]);
    for (let i = 0; i < 3; i += 1) {
      await shop.step();
      await shop.mine('btc');
      await rescan(parts, 'btc', 2);
    }
    await shop.sandbox.coins.btc.reorganise(2, { drop: true });
    await shop.look();
    await shop.db.run(sql`update coin_transfers set next_try_at = app_now()`);
    await shop.step();
    await shop.mine('btc', 2);
    await rescan(parts, 'btc', 2);
    const { confirmedBalance } = await walletSeen(shop, anna, 'BTC');
    const sent = (await transfersSeen(shop, anna, 'BTC')).filter(({ type }) => type === 'send');
    expect(confirmedBalance).toBe(
      170_000 - sent.reduce((sum, { value, nFee }) => sum + value + nFee, 0),
    );
  },
);

longTest('a closed account is assigned nothing', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop, { verified: true });
  const closed = await shop.call(closeAccount, {
    token: anna.token,
    body: { sPassword: testPassword },
  });
  expect(closed.status).toBe(200);
  const { number } = await shop.db.one(
    sql<{
      number: number;
    }>`select number from coin_accounts where coin = 'btc' order by number desc limit 1`,
  );
  await expect(
    assignAccount(shop.db, shop.checkout.coins, { coin: 'btc', owner: anna.id, account: number }),
  ).rejects.toThrow();
});

test('accounts are assigned to one owner each, however many do it at once', async () => {
  const shop = await startCoinShop();
  const [anna, ben] = [await makeMember(shop), await makeMember(shop)];
  const { number } = await shop.db.one(
    sql<{
      number: number;
    }>`select number from coin_accounts where coin = 'btc' and number > 0 order by number limit 1`,
  );
  const give = (owner: string, account = number) =>
    assignAccount(shop.db, shop.checkout.coins, { coin: 'btc', owner, account });
  await Promise.allSettled([
    give(anna.id),
    give(ben.id),
    give('house'),
    give(anna.id, number + 1),
    makeHolder(shop, 'BTC', 1_000n),
  ]);
  const wallets = await shop.db.rows(
    sql<{
      owner: string;
      account: number;
    }>`select owner, account from coin_wallets where coin = 'btc'`,
  );
  expect(new Set(wallets.map(({ account }) => account)).size).toBe(wallets.length);
});
