/** A database that is lost: what a backup of before knows, and what seed and chain alone bring back. */
import { expect, inject, onTestFinished, test } from 'vitest';
import { runCli } from '../../../cli/run.testing.ts';
import { sql } from '../../../platform/db/db.ts';
import { makeMember, type TestMember } from '../../../testing/builders.ts';
import { cloneDatabase } from '../../../testing/databases.ts';
import { isLong } from '../../../testing/long.ts';
import { onRealNodes } from '../../../testing/real-node.ts';
import { nodeEnv, sandboxEnv } from '../../../testing/sandbox-env.ts';
import { unfreeze } from '../../accounts/accounts.ts';
import {
  approveByTwo,
  type CoinShop,
  fillHouse,
  longOnSandbox,
  makeHolder,
  makeWallet,
  onSandbox,
  sendAway,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins.testing.ts';
import { coinStatus, compareWithNode, rejectSend, rescan } from '../coins.ts';
import { coinOrder, orderOf } from '../wallets/paying.testing.ts';

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

/** Rarer ends, for the long form: each starts two shops. */
const rarely = test.runIf(isLong && !onRealNodes);

/** Of each account: fewer than the usual fifty, which take a second for each hundred accounts. */
const gap = '--gap=3';

/** A copy of a shop's database as it is now, as a backup has it. */
async function backup(shop: CoinShop) {
  const name = new URL(shop.config.databaseUrl).pathname.slice(1);
  const copy = await cloneDatabase(inject('server'), name, { endOthers: true });
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
    await sendAway(lost, anna, 40_000);
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
    await fillHouse(lost, 'ltc', 900_000n);
    await lost.mine('btc', 10);

    const shop = await startAgain(lost, undefined);
    const found = await run(shop, lost, 'coin', 'rescan', 'btc', gap, '--json');
    const { ownerless } = JSON.parse(found.stdout);
    expect([found.code, ownerless]).toEqual([1, [{ account: 1, units: '350000' }]]);
    const again = await makeMember(shop, { verified: true });
    const assign = (account: number, to: string) =>
      run(shop, lost, 'coin', 'assign', 'BTC', `--account=${account}`, `--to=${to}`);
    for (const [account, to] of [
      [0, again.email],
      [1, 'house'],
    ] as const) {
      const refused = await assign(account, to);
      expect([refused.code, refused.stderr]).toEqual([
        1,
        `Account ${account} of BTC is already taken, or the member already has a wallet for this coin or a closed account. Account 0 is the shop’s, and its only one.\n`,
      ]);
    }
    expect((await assign(1, again.email)).code).toBe(0);
    await run(shop, lost, 'coin', 'rescan', 'btc', gap);
    // The house's account is known to be its own.
    expect((await run(shop, lost, 'coin', 'rescan', 'ltc', gap)).code).toBe(0);
    expect((await run(shop, lost, 'coin', 'check')).code).toBe(0);
    expect((await run(shop, lost, 'coin', 'status')).stdout).toContain(
      '0.009 of the house that it can send',
    );
    expect((await walletSeen(shop, again, 'BTC')).confirmedBalance).toBe(350_000);
    const sent = await sendAway(shop, again, 320_000);
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

/** Node and books say the same. */
async function isSame(shop: CoinShop): Promise<void> {
  expect(await compareWithNode(shop.checkout.coins, 'btc')).toMatchObject({
    onlyNode: [],
    onlyBooks: [],
  });
}

longOnSandbox(
  'an address of an order that the backup does not know is given to no other order',
  async () => {
    const lost = await startCoinShop();
    await coinOrder(lost, 'BTC');
    const copy = await backup(lost);
    const ben = await makeHolder(lost, 'BTC', 2_000_000n);
    const { quote: forgotten } = await orderOf(lost, ben, 'BTC');
    // It is paid from elsewhere; no block has that yet.
    await lost.sandbox.coins.btc.fund(forgotten.sReceiveAddress, BigInt(forgotten.nCoinAmount));

    const shop = await startAgain(lost, copy);
    await rescan(shop.checkout.coins, 'btc', 3);
    const cleo = await makeMember(shop, { verified: true });
    const { quote } = await orderOf(shop, cleo, 'BTC');
    await lost.sandbox.coins.btc.mine(1);
    await shop.look();
    await shop.workJobs();
    const { came } = await shop.db.one(sql<{ came: boolean }>`
    select exists (select 1 from coin_outputs o join coin_quotes q on q.script = o.script
      where q.member_id = ${cleo.id}) as came`);
    expect(came).toBe(false);
    expect(quote.sReceiveAddress).not.toBe(forgotten.sReceiveAddress);
  },
);

longOnSandbox(
  'an account that rescan tells of is given to no member who makes a wallet',
  async () => {
    const lost = await startCoinShop();
    const copy = await backup(lost);
    await makeHolder(lost, 'BTC', 70_000n);
    const shop = await startAgain(lost, copy);
    const { ownerless } = await rescan(shop.checkout.coins, 'btc', 3);
    expect([...ownerless.values()]).toEqual([70_000n]);
    await shop.step();
    const ben = await makeMember(shop);
    await makeWallet(shop, ben, 'BTC');
    await rescan(shop.checkout.coins, 'btc', 3);
    expect(await walletSeen(shop, ben, 'BTC')).toMatchObject({ confirmedBalance: 0 });
  },
);

rarely(
  'an account that was given out after the backup and has nothing yet is given to nobody else',
  async () => {
    const lost = await startCoinShop();
    const copy = await backup(lost);
    const { receiveAddress } = await makeWallet(lost, await makeMember(lost), 'BTC');
    const shop = await startAgain(lost, copy);
    await rescan(shop.checkout.coins, 'btc', 3);
    await shop.step();
    const ben = await makeMember(shop);
    await makeWallet(shop, ben, 'BTC');
    // Somebody pays whom the address was given before.
    await lost.sandbox.coins.btc.fund(receiveAddress, 50_000n);
    await lost.sandbox.coins.btc.mine(1);
    await shop.look();
    expect(await walletSeen(shop, ben, 'BTC')).toMatchObject({ confirmedBalance: 0 });
  },
);

rarely(
  'what comes after a rescan to an address that was handed out before it is seen',
  async () => {
    const lost = await startCoinShop();
    const anna = await makeHolder(lost, 'BTC', 300_000n);
    await walletSeen(lost, anna, 'BTC');
    const copy = await backup(lost);
    // Twice a fresh address: what the first got lies there, the second was given to somebody who pays later.
    await lost.sandbox.coins.btc.fund(
      (await walletSeen(lost, anna, 'BTC')).receiveAddress,
      10_000n,
    );
    await lost.mine('btc');
    const { receiveAddress } = await walletSeen(lost, anna, 'BTC');
    const shop = await startAgain(lost, copy);
    await rescan(shop.checkout.coins, 'btc', 3);
    await lost.sandbox.coins.btc.fund(receiveAddress, 50_000n);
    await lost.sandbox.coins.btc.mine(1);
    await shop.look();
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 360_000 });
  },
);

/** A send that waits in the backup, and was let go and mined after it. */
async function letGoSince() {
  const lost = await startCoinShop();
  const anna = await makeHolder(lost, 'BTC', 300_000n);
  await lost.db.run(sql`update site_options set value = '1' where name = 'coin_approve_above'`);
  const sent = await sendAway(lost, anna, 40_000);
  const { id, nFee, state } = sent.body.data;
  expect(state).toBe('pendingApproval');
  const copy = await backup(lost);
  await approveByTwo(lost, id);
  await lost.step();
  await lost.mine('btc');
  const shop = await startAgain(lost, copy);
  await rescan(shop.checkout.coins, 'btc', 3);
  await shop.db.tx((tx) => unfreeze(tx, anna.id));
  return { shop, lost, anna, id, left: 300_000 - 40_000 - nFee };
}

longOnSandbox(
  'a send that waits in a backup and was mined since is settled once it is let go again',
  async () => {
    const { shop, lost, anna, id, left } = await letGoSince();
    const [waiting] = await transfersSeen(shop, anna, 'BTC');
    if (waiting?.state === 'pendingApproval') await approveByTwo(shop, id);
    for (let i = 0; i < 3; i += 1) {
      await shop.db.run(sql`update coin_transfers set next_try_at = app_now()`);
      await shop.step();
      await lost.sandbox.coins.btc.mine(1);
      await shop.look();
    }
    expect((await transfersSeen(shop, anna, 'BTC'))[0]).toMatchObject({ state: 'confirmed' });
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: left });
    await isSame(shop);
  },
);

rarely(
  'a send that waits in a backup and was mined since is rejected: its change is found',
  async () => {
    const { shop, lost, anna, id, left } = await letGoSince();
    const [waiting] = await transfersSeen(shop, anna, 'BTC');
    if (waiting?.state === 'pendingApproval')
      await rejectSend(shop.db, id, { by: 'olga', reason: 'It left before the backup' }).catch(() =>
        // It may be refused: then it can only be let go.
        approveByTwo(shop, id),
      );
    await shop.step();
    await lost.sandbox.coins.btc.mine(1);
    await shop.look();
    await rescan(shop.checkout.coins, 'btc', 3);
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: left });
    await isSame(shop);
  },
);

longOnSandbox(
  'a send that is on its way in a backup, whose change was spent since, leaves no coins that are not there',
  async () => {
    const lost = await startCoinShop();
    await lost.sandbox.coins.btc.setFeeRate(2);
    const anna = await makeHolder(lost, 'BTC', 300_000n);
    await sendAway(lost, anna, 40_000);
    await lost.step();
    const copy = await backup(lost);
    // Since then another one spends what came back; both are in one block.
    expect((await sendAway(lost, anna, 100_000)).status).toBe(200);
    await lost.step();
    await lost.mine('btc');
    const { confirmedBalance } = await walletSeen(lost, anna, 'BTC');
    const shop = await startAgain(lost, copy);
    await rescan(shop.checkout.coins, 'btc', 3);
    await isSame(shop);
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance });
  },
);

rarely('a send that was wished in a backup and mined since is settled', async () => {
  const lost = await startCoinShop();
  const anna = await makeHolder(lost, 'BTC', 300_000n);
  const sent = await sendAway(lost, anna, 40_000);
  const { nFee } = sent.body.data;
  // In the copy the watcher is faster than what hands in.
  await lost.db.run(
    sql`update coin_transfers set next_try_at = app_now() + interval '1 hour' where type = 'send'`,
  );
  const copy = await backup(lost);
  await lost.db.run(sql`update coin_transfers set next_try_at = app_now()`);
  await lost.step();
  await lost.mine('btc');
  const shop = await startAgain(lost, copy);
  for (let i = 0; i < 3; i += 1) {
    await shop.db.run(sql`update coin_transfers set next_try_at = app_now()`);
    await shop.step();
    await lost.sandbox.coins.btc.mine(1);
    await shop.look();
  }
  expect((await transfersSeen(shop, anna, 'BTC'))[0]).toMatchObject({ state: 'confirmed' });
  expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 260_000 - nFee });
});

longOnSandbox(
  'where nothing is left but the seed, whoever makes a wallet first has nobody else’s coins',
  async () => {
    const lost = await startCoinShop();
    await makeHolder(lost, 'BTC', 300_000n);
    await lost.mine('btc', 10);
    const shop = await startAgain(lost, undefined);
    await rescan(shop.checkout.coins, 'btc', 3);
    await shop.step();
    const ben = await makeMember(shop, { verified: true });
    await makeWallet(shop, ben, 'BTC');
    await rescan(shop.checkout.coins, 'btc', 3);
    expect(await walletSeen(shop, ben, 'BTC')).toMatchObject({ confirmedBalance: 0 });
  },
);

rarely(
  'what a rescan finds of the house is its own; what a lost order is paid later is owed back',
  async () => {
    const lost = await startCoinShop();
    await coinOrder(lost, 'BTC');
    const copy = await backup(lost);
    const ben = await makeHolder(lost, 'BTC', 2_000_000n);
    const first = (await orderOf(lost, ben, 'BTC')).quote;
    const second = (await orderOf(lost, ben, 'BTC')).quote;
    await lost.sandbox.coins.btc.fund(second.sReceiveAddress, 20_000n);
    await lost.mine('btc');
    const shop = await startAgain(lost, copy);
    await rescan(shop.checkout.coins, 'btc', 3);
    await lost.sandbox.coins.btc.fund(first.sReceiveAddress, 30_000n);
    await lost.sandbox.coins.btc.mine(1);
    await shop.look();
    const [status] = await coinStatus(shop.db);
    expect(status?.unmatched).toBe(30_000n);
    const booked = await shop.db.one(sql<{ units: bigint }>`
    select sum(p.amount)::bigint as units from ledger_accounts a
    join ledger_postings p on p.account_id = a.id where a.name = 'house:coin_refills:btc'`);
    expect(booked.units).toBe(20_000n);
  },
);

longOnSandbox('an account without a number is none', async () => {
  const shop = await startCoinShop();
  const ben = await makeMember(shop);
  const { code } = await run(
    shop,
    shop,
    'coin',
    'assign',
    'btc',
    '--account=',
    `--to=${ben.email}`,
  );
  expect(code).toBe(2);
});
