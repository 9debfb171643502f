/** The shop is killed at each point of a send of coins; the signer's answer is lost, too. */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findChain } from '../features/coins/chain/chain-queries.ts';
import { testWords } from '../features/coins/coins.testing.ts';
import { sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { newId } from '../platform/secrets/ids.ts';
import { readSignerConfig } from '../signer/config.ts';
import { makeSigner } from '../signer/signer.ts';
import { makeMember, testPassword } from '../testing/builders.ts';
import { until } from '../testing/crashes.ts';
import { cloneDatabase } from '../testing/databases.ts';
import { type Life, openKillable } from '../testing/killable.ts';
import { isLong, longTest } from '../testing/long.ts';
import { runProgram } from '../testing/process.ts';
import { testWishKey } from '../testing/sandbox-env.ts';
import { callsTo } from '../testing/sell-crashes.ts';

/** A payout of coins passes the one between them in `npm test`. */
const points = isLong
  ? (['coins.wished', 'coins.signed', 'coins.handed_in'] as const)
  : (['coins.handed_in'] as const);

const away = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** A killable shop of coins, the chain followed, and Anna's wallet of bitcoins. */
async function openCoins() {
  const database = await cloneDatabase(inject('server'));
  const world = await openKillable(database.url, { nodes: true });
  const dir = join(tmpdir(), `giftlane-signer-${newId('test')}`);
  const signerEnv = {
    DATABASE_URL: database.url,
    COIN_SEED: testWords,
    COIN_WISH_KEY: testWishKey,
    SIGNER_DIR: dir,
  };
  const { shop } = world;
  const config = readSignerConfig(signerEnv);
  const signer = makeSigner({ log: shop.log, config });
  onTestFinished(async () => {
    await signer.stop();
    await world.close();
    await database.drop();
    await rm(dir, { recursive: true, force: true });
  });
  await signer.work();
  const { token } = await makeMember(shop, { verified: true });
  const life = await world.live();
  await until('the chain is followed', async () => (await findChain(shop.db, 'btc')) !== undefined);
  const made = await callsTo(life).raw('POST', '/crypto/generateWallet', {
    token,
    body: { coin: 'BTC' },
  });
  const { receiveAddress } = made.body.data as { receiveAddress: string };
  return { world, signer, signerEnv, token, life, receiveAddress };
}

const balanceOf = async (life: Life, token: string) => {
  const wallets = await callsTo(life).raw('GET', '/crypto/getWallets', { token });
  return (wallets.body.data as { confirmedBalance: number }[])[0]?.confirmedBalance ?? 0;
};

test(
  '7 kill -9 at each point of a send: one transaction, no coin lost, none sent twice',
  async () => {
    const { world, signer, token, receiveAddress, ...begun } = await openCoins();
    const { shop, sandbox } = world;
    let { life } = begun;
    await sandbox.coins.btc.fund(receiveAddress, 900_000n);
    await sandbox.coins.btc.mine(1);
    const balance = () => balanceOf(life, token);
    await until('the coins came', async () => (await balance()) === 900_000);
    await life.kill();
    const sent: string[] = [];
    for (const point of points) {
      life = await world.live({ CRASH_POINT: point });
      const wish = {
        coin: 'BTC',
        amount: 50_000,
        receiveAddress: away,
        password: testPassword,
        purpose: 'sendCoin',
        sRequestId: `send-at-${point.replace('.', '-')}-once`,
      };
      const press = () =>
        callsTo(life)
          .raw('POST', '/crypto/sendcoin', { token, body: wish })
          .catch(() => undefined);
      // The answer may be lost with the server: whoever hears none presses again.
      await press();
      await signer.work();
      expect(await life.death).toBe('SIGKILL');
      life = await world.live();
      const again = await press();
      expect(again?.status).toBe(200);
      const { id } = (again?.body.data ?? {}) as { id: string };
      sent.push(id);
      await until('nodes have it', async () => {
        await signer.work();
        const { state } = await shop.db.one(sql<{ state: string }>`
          select state from coin_transfers where id = ${id}`);
        return state === 'unconfirmed' || state === 'confirmed';
      });
      await sandbox.coins.btc.mine(1);
      await until('a block has it', async () => {
        const { state } = await shop.db.one(sql<{ state: string }>`
          select state from coin_transfers where id = ${id}`);
        return state === 'confirmed';
      });
      await life.kill();
    }
    const rows = await shop.db.rows(sql<{ id: string; fee: bigint }>`
      select id, fee from coin_transfers where type = 'send'`);
    expect(rows.map(({ id }) => id).sort()).toEqual(sent.toSorted());
    const script = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
    const arrived = await shop.checkout.coins.nodes.get('btc')?.unspentOf([script]);
    expect(arrived).toMatchObject({
      kind: 'done',
      value: points.map(() => ({ value: 50_000n })),
    });
    life = await world.live();
    const fees = rows.reduce((sum, { fee }) => sum + fee, 0n);
    expect(await balance()).toBe(900_000 - points.length * 50_000 - Number(fees));
    expect((await world.verify()).problems).toEqual([]);
  },
  minutes(5),
);

longTest(
  '7 kill -9 of the watcher within a block and behind it, and of the signer behind its note: all is booked and signed once',
  async () => {
    const { world, signer, signerEnv, token, life: first, receiveAddress } = await openCoins();
    await signer.stop();
    const { shop, sandbox } = world;
    await first.kill();
    for (const [nth, point] of ['coins.booking', 'coins.booked'].entries()) {
      const dying = await world.live({ CRASH_POINT: point });
      await sandbox.coins.btc.fund(receiveAddress, 300_000n);
      await sandbox.coins.btc.mine(1);
      expect(await dying.death).toBe('SIGKILL');
      const next = await world.live();
      const all = 300_000 * (nth + 1);
      await until('it is booked', async () => (await balanceOf(next, token)) === all);
      await next.kill();
    }
    const life = await world.live();
    const body = {
      coin: 'BTC',
      amount: 50_000,
      receiveAddress: away,
      password: testPassword,
      purpose: 'sendCoin',
    };
    const dying = runProgram('sign.ts', { env: { ...signerEnv, CRASH_POINT: 'signer.noted' } });
    const sent = await callsTo(life).raw('POST', '/crypto/sendcoin', { token, body });
    const { id, txid } = sent.body.data as { id: string; txid: string };
    expect((await dying.ended).code).toBe(null);
    const noted = () => readFile(join(signerEnv.SIGNER_DIR, 'signed.jsonl'), 'utf8');
    expect(await noted()).toContain(txid);
    runProgram('sign.ts', { env: signerEnv });
    await until('nodes have it', async () => {
      const { state } = await shop.db.one(sql<{ state: string }>`
        select state from coin_transfers where id = ${id}`);
      return state === 'unconfirmed';
    });
    expect((await noted()).trim().split('\n')).toHaveLength(1);
    await sandbox.coins.btc.mine(1);
    await until('all that is left is hers', async () => (await balanceOf(life, token)) < 550_000);
    expect((await world.verify()).problems).toEqual([]);
  },
  minutes(5),
);
