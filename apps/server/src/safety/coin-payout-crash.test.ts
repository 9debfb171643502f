/** The shop is killed while a card is paid for in coins, and while its wallet is paid instead. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { actor } from '../cli/audit.ts';
import { findChain } from '../features/coins/chain/chain-queries.ts';
import { testWords } from '../features/coins/coins.testing.ts';
import { houseAddress } from '../features/coins/coins.ts';
import { payIntoWallet } from '../features/selling/coin-payout.ts';
import { lookAt, makeBought, offer, offerBody } from '../features/selling/offers.testing.ts';
import { sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { newId } from '../platform/secrets/ids.ts';
import { readSignerConfig } from '../signer/config.ts';
import { makeSigner } from '../signer/signer.ts';
import { makeMember, type TestMember } from '../testing/builders.ts';
import { until } from '../testing/crashes.ts';
import { cloneDatabase } from '../testing/databases.ts';
import { type Killable, type Life, openKillable } from '../testing/killable.ts';
import { longTest } from '../testing/long.ts';
import { testWishKey } from '../testing/sandbox-env.ts';
import { callsTo } from '../testing/sell-crashes.ts';

/** A job whose process was killed is taken up again after a minute. */
const points = ['selling.before_instead_commit', 'selling.paid_instead'];

/** A killable shop of coins with a signer whose limits are a test's. */
async function openWorld(limits: string) {
  const database = await cloneDatabase(inject('server'));
  const world = await openKillable(database.url, { nodes: true });
  const { shop } = world;
  const signer = makeSigner({
    log: shop.log,
    config: readSignerConfig({
      DATABASE_URL: database.url,
      COIN_SEED: testWords,
      COIN_WISH_KEY: testWishKey,
      BTC_SIGN_LIMITS: limits,
      SIGNER_DIR: join(tmpdir(), `giftlane-signer-${newId('test')}`),
    }),
  });
  onTestFinished(async () => {
    await signer.stop();
    await world.close();
    await database.drop();
  });
  await signer.work();
  return { world, signer };
}

/** Fills the house, and offers a card for coins that an operator has looked at. */
async function offerForCoins({ shop, sandbox }: Killable, life: Life, anna: TestMember) {
  await until('the chain is followed', async () => (await findChain(shop.db, 'btc')) !== undefined);
  const { address } = await shop.db.tx((tx) =>
    houseAddress(tx, shop.checkout.coins, 'btc', { refill: true }),
  );
  await sandbox.coins.btc.fund(address, 50_000_000n);
  await sandbox.coins.btc.mine(1);
  await until('the house has coins', async () => {
    const found = await shop.db.first(sql`select 1 from coin_outputs where booked`);
    return found !== undefined;
  });
  const made = await callsTo(life).raw('POST', '/crypto/generateWallet', {
    token: anna.token,
    body: { coin: 'BTC' },
  });
  const { receiveAddress } = made.body.data as { receiveAddress: string };
  const body = await offerBody(callsTo(life), anna, { card: await makeBought(shop) });
  const inCoins = { ...body, eGateway: 'BitCoin', sPayerId: receiveAddress };
  expect((await offer(callsTo(life), anna, inCoins)).status).toBe(200);
  const { id } = await shop.db.one(sql<{ id: string }>`select id from sell_orders`);
  await lookAt(shop, id, actor());
  return id;
}

const sendsOf = ({ shop }: Killable) =>
  shop.db.rows(sql<{ state: string }>`select state from coin_transfers where type = 'send'`);

longTest(
  '6 7 kill -9 while a card is paid for in coins: one transaction, however often it is accepted again',
  async () => {
    const { world, signer } = await openWorld('1/10/10');
    const { shop, sandbox } = world;
    const anna = await makeMember(shop, { verified: true });
    let life = await world.live();
    const id = await offerForCoins(world, life, anna);
    const before = await world.command(['sell', 'accept', id], {
      CRASH_POINT: 'selling.before_payout_commit',
    });
    expect(before.signal).toBe('SIGKILL');
    expect(await sendsOf(world)).toEqual([]);
    const after = await world.command(['sell', 'accept', id], { CRASH_POINT: 'selling.paid' });
    expect(after.signal).toBe('SIGKILL');
    const again = await world.command(['sell', 'accept', id]);
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('is already paid')]);
    expect((await world.verify()).problems).toEqual([]);
    await life.kill();
    // Committed and not signed yet: whoever works next goes on with it.
    life = await world.live({ CRASH_POINT: 'coins.signed' });
    await signer.work();
    expect(await life.death).toBe('SIGKILL');
    life = await world.live();
    await until('nodes have it', async () => (await sendsOf(world))[0]?.state === 'unconfirmed');
    await sandbox.coins.btc.mine(1);
    await until('it is confirmed', async () => (await sendsOf(world))[0]?.state === 'confirmed');
    expect(await sendsOf(world)).toHaveLength(1);
    expect((await world.verify()).problems).toEqual([]);
  },
  minutes(5),
);

longTest(
  '6 kill -9 while the wallet is paid in place of coins that came to nothing: it is paid once',
  async () => {
    const { world, signer } = await openWorld('0.00000001/1/1');
    const { shop } = world;
    const anna = await makeMember(shop, { verified: true });
    let life = await world.live();
    const id = await offerForCoins(world, life, anna);
    await life.kill();
    expect((await world.command(['sell', 'accept', id])).code).toBe(0);
    await signer.work();
    for (const point of points) {
      life = await world.live({ CRASH_POINT: point });
      expect(await life.death).toBe('SIGKILL');
    }
    expect(await anna.balance()).toBe(44_00n);
    life = await world.live();
    await until('she is told', async () => {
      const subjects = world.sandbox.mails(anna.email).map(({ subject }) => subject);
      return subjects.some((subject) => subject.startsWith('Paid into your wallet'));
    });
    // The job that died behind its commit comes again.
    await payIntoWallet(shop.db, id);
    expect(await anna.balance()).toBe(44_00n);
    expect((await world.verify()).problems).toEqual([]);
  },
  minutes(5),
);
