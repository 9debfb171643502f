/** The signer looks at each wish by itself: what the shop did not wish, or wishes too much of, is not signed. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendCoin } from '@giftlane/contract/money/crypto.ts';
import { expect, onTestFinished, test } from 'vitest';
import {
  type CoinShop,
  elsewhere,
  makeHolder,
  makeWallet,
  raiseFees,
  signerOf,
  startCoinShop,
  testWords,
  transfersSeen,
  walletSeen,
} from '../features/coins/coins.testing.ts';
import { sql } from '../platform/db/db.ts';
import { hours } from '../platform/process/durations.ts';
import { makeMember, testPassword } from '../testing/builders.ts';
import { longTest } from '../testing/long.ts';
import { runProgram } from '../testing/process.ts';
import { testWishKey } from '../testing/sandbox-env.ts';
import { startShop } from '../testing/start-shop.ts';
import { readWish, wishTag, wishText } from '../utxo/wish.ts';

/** Anna, who has 0.001 BTC, has wished to send 0.0004 to Ben; nothing is signed yet. */
async function wished(options: Parameters<typeof startCoinShop>[0] = {}) {
  const shop = await startCoinShop(options);
  const anna = await makeHolder(shop, 'BTC', 100_000n);
  const ben = await makeMember(shop);
  const { receiveAddress } = await makeWallet(shop, ben, 'BTC');
  await shop.call(sendCoin, {
    token: anna.token,
    body: {
      coin: 'BTC',
      amount: 40_000,
      receiveAddress,
      password: testPassword,
      purpose: 'sendCoin',
    },
  });
  return { shop, anna };
}

/** Writes another wish in the place of the one there is, as somebody does who owns the database. */
async function rewrite(
  shop: CoinShop,
  change: (text: string) => string,
  { tagged = false } = {},
): Promise<void> {
  const { number, wish } = await shop.db.one(sql<{ number: bigint; wish: string }>`
    select number, wish from coin_wishes order by number desc limit 1`);
  const text = change(wish);
  const tag = wishTag(Buffer.from(testWishKey, 'base64'), 'btc', text);
  await shop.owner.script('alter table coin_wishes disable trigger user');
  await shop.db.run(sql`
    update coin_wishes set wish = ${text}, tag = case when ${tagged} then ${tag} else tag end
    where number = ${number}`);
  await shop.owner.script('alter table coin_wishes enable trigger user');
}

const refusal = async (shop: CoinShop) =>
  (await shop.db.one(sql<{ refusal: string | null }>`select refusal from coin_wishes`)).refusal;

const otherScript = `0014${'ab'.repeat(20)}`;

test('a wish that was changed in the database is not signed, and what it took is the member’s again', async () => {
  const { shop, anna } = await wished();
  await rewrite(shop, (text) =>
    wishText({
      ...readWish(text),
      outputs: [{ script: otherScript, value: 90_000n }],
    }),
  );
  await shop.step();
  expect(await refusal(shop)).toBe('not a wish of the shop');
  expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 100_000 });
  expect((await transfersSeen(shop, anna, 'BTC'))[0]).toMatchObject({ state: 'rejected' });
});

test('change that goes elsewhere, a fee that can not be meant, another transfer’s wish, and one that leaves another account are not signed', async () => {
  const wishes = [
    (text: string) => {
      const wish = readWish(text);
      return wishText({
        ...wish,
        outputs: wish.outputs.map((output) =>
          output.change === undefined ? output : { ...output, script: otherScript },
        ),
      });
    },
    (text: string) => {
      const wish = readWish(text);
      return wishText({
        ...wish,
        outputs: wish.outputs.slice(0, 1).map((o) => ({ ...o, value: 1_000n })),
      });
    },
    (text: string) => wishText({ ...readWish(text), transferId: 'ctx_another' }),
    (text: string) => wishText({ ...readWish(text), account: 0 }),
  ];
  const told: (string | null)[] = [];
  for (const change of wishes) {
    const { shop } = await wished();
    await rewrite(shop, change, { tagged: true });
    await shop.step();
    told.push(await refusal(shop));
  }
  expect(told).toEqual([
    'change that does not come back',
    'a fee that can not be meant',
    'a wish of something else',
    "a wallet that is not the shop's",
  ]);
});

test('what is left of a send and is not worth an output goes with the highest fee, too', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'BTC', 80_000n);
  await raiseFees(shop, 'btc', 500);
  const body = {
    coin: 'BTC' as const,
    amount: 20_000,
    receiveAddress: elsewhere,
    password: testPassword,
    purpose: 'sendCoin' as const,
  };
  await shop.call(sendCoin, { token: anna.token, body });
  await shop.step();
  expect((await transfersSeen(shop, anna, 'BTC'))[0]).toMatchObject({
    state: 'unconfirmed',
    nFee: 60_000,
  });
});

test('the signer’s own limits hold, whatever the shop wishes', async () => {
  const small = await wished({ signer: { BTC_SIGN_LIMITS: '0.0003/1/1' } });
  await small.shop.step();
  expect(await refusal(small.shop)).toBe('more than one transfer may take');
});

test('what is too much for an hour waits for the next one, and holds up nothing that has room', async () => {
  let now = Date.now();
  const { shop, anna } = await wished({
    signer: { BTC_SIGN_LIMITS: '1/0.0005/1' },
    signerNow: () => now,
  });
  await shop.step();
  const { receiveAddress } = await walletSeen(shop, anna, 'BTC');
  await shop.sandbox.coins.btc.fund(receiveAddress, 30_000n);
  await shop.mine('btc');
  for (const amount of [20_000, 2_000]) {
    const body = {
      coin: 'BTC' as const,
      amount,
      receiveAddress: elsewhere,
      password: testPassword,
      purpose: 'sendCoin' as const,
    };
    await shop.call(sendCoin, { token: anna.token, body });
  }
  await shop.step();
  const states = async () =>
    (await transfersSeen(shop, anna, 'BTC')).flatMap(({ type, value, state }) =>
      type === 'send' ? [[value, state]] : [],
    );
  expect(await states()).toEqual([
    [2_000, 'unconfirmed'],
    [20_000, 'created'],
    [40_000, 'confirmed'],
  ]);
  now += hours(1);
  await shop.step();
  expect((await states())[1]).toEqual([20_000, 'unconfirmed']);
});

test('a wish with a wrong value of an input gets no valid signature', async () => {
  const { shop } = await wished();
  await rewrite(
    shop,
    (text) => {
      const wish = readWish(text);
      return wishText({
        ...wish,
        inputs: wish.inputs.map((input) => ({ ...input, value: input.value + 1n })),
      });
    },
    { tagged: true },
  );
  await shop.step();
  const { raw } = await shop.db.one(sql<{ raw: string }>`select raw from coin_wishes`);
  expect(await shop.checkout.coins.nodes.get('btc')?.send(raw)).toEqual({
    kind: 'refused',
    reason: 'policy',
  });
});

test('a wish is signed once, by however many signers, and repeated with the same bytes', async () => {
  const { shop } = await wished();
  await Promise.all([shop.sign(), shop.sign(), shop.sign()]);
  const { raw } = await shop.db.one(sql<{ raw: string }>`select raw from coin_wishes`);
  await shop.owner.script(`alter table coin_wishes disable trigger user;
    update coin_wishes set raw = null, answered_at = null;
    alter table coin_wishes enable trigger user`);
  await shop.sign();
  expect(await shop.db.one(sql<{ raw: string }>`select raw from coin_wishes`)).toEqual({ raw });
});

longTest('what has room is signed, however many wait before it', async () => {
  const shop = await startCoinShop({ signer: { BTC_SIGN_LIMITS: '1/0.000155/1' } });
  await shop.sandbox.coins.btc.setFeeRate(5);
  const anna = await makeHolder(shop, 'BTC', 12_000n);
  const { receiveAddress } = await walletSeen(shop, anna, 'BTC');
  const waiting = 54;
  for (let i = 0; i < waiting + 1; i += 1)
    await shop.sandbox.coins.btc.fund(receiveAddress, 12_000n);
  await shop.mine('btc');
  const send = (amount: number) =>
    shop.call(sendCoin, {
      token: anna.token,
      body: {
        coin: 'BTC',
        amount,
        receiveAddress: elsewhere,
        password: testPassword,
        purpose: 'sendCoin',
      },
    });
  for (let i = 0; i < waiting + 1; i += 1) expect((await send(10_000)).status).toBe(200);
  expect((await send(3_000)).status).toBe(200);
  await shop.step();
  const signed = await shop.db.rows(sql<{ value: bigint }>`
    select value from coin_transfers where state = 'unconfirmed' and type = 'send' order by value`);
  expect(signed.map(({ value }) => value)).toEqual([3_000n, 10_000n]);
});

function signerFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'giftlane-signer-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const otherWords = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

const xpubs = ({ db }: CoinShop) =>
  db.rows(sql<{ xpub: string }>`select xpub from coin_accounts order by xpub`);

test('a signer with another seed is refused by the database, stores nothing and leaves its folder as it is', async () => {
  const shop = await startCoinShop();
  const before = await xpubs(shop);
  await shop.endSigner();
  const dir = signerFolder();
  const other = await signerOf(shop, {
    COIN_SEED: otherWords,
    SIGNER_DIR: dir,
    SIGNER_ACCOUNTS: '30',
  });
  await expect(other.work()).rejects.toThrow(
    'COIN_SEED: the BTC accounts in the database are of another seed',
  );
  await other.stop();
  expect(await xpubs(shop)).toEqual(before);
  expect(existsSync(join(dir, 'seed'))).toBe(false);
  // The right one goes on, in the same folder.
  const right = await signerOf(shop, { SIGNER_DIR: dir, SIGNER_ACCOUNTS: '30' });
  await right.work();
  expect(await xpubs(shop)).toHaveLength(62);
});

test('a signer with another seed is refused by its own folder, also where the database is empty', async () => {
  const shop = await startCoinShop();
  await shop.endSigner();
  const dir = signerFolder();
  const right = await signerOf(shop, { SIGNER_DIR: dir });
  await right.work();
  await right.stop();
  const empty = await startShop({ working: false });
  const other = await signerOf(empty, { COIN_SEED: otherWords, SIGNER_DIR: dir });
  await expect(other.work()).rejects.toThrow(`COIN_SEED: ${dir} was made for another seed`);
  expect(await empty.db.rows(sql`select from coin_accounts`)).toEqual([]);
});

test('another wish key than the shop’s is refused by name', async () => {
  const shop = await startCoinShop();
  await shop.endSigner();
  const other = await signerOf(shop, { COIN_WISH_KEY: Buffer.alloc(32, 5).toString('base64') });
  await expect(other.work()).rejects.toThrow('COIN_WISH_KEY: it is not the key');
});

test('a second signer signs nothing while the first has its connection, and the first nothing while the second has one', async () => {
  const { shop } = await wished();
  const second = await signerOf(shop);
  await expect(second.work()).rejects.toThrow('Another signer works on this database');
  // The connection of the first is lost, as on a network that ends it; the second was faster.
  await shop.db.run(sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid()`);
  await expect.poll(() => second.work().then(() => 'signed', String)).toBe('signed');
  await expect(shop.sign()).rejects.toThrow('Another signer works on this database');
  expect(await refusal(shop)).toBe(null);
  await second.stop();
  await shop.sign();
});

test('a process that is refused says why in one line and ends; a signer that was killed leaves no lock', async () => {
  const shop = await startCoinShop();
  const env = {
    DATABASE_URL: shop.config.databaseUrl,
    COIN_WISH_KEY: testWishKey,
    COIN_SEED: testWords,
    SIGNER_DIR: signerFolder(),
    LOG_LEVEL: 'warn',
  };
  expect(await runProgram('sign.ts', { env }).ended).toMatchObject({
    code: 1,
    stderr:
      'Another signer works on this database. Exactly one may run: stop it, or leave this one.\n',
  });
  await shop.endSigner();
  const first = runProgram('sign.ts', { env: { ...env, SIGNER_ACCOUNTS: '40' } });
  await expect.poll(() => xpubs(shop), { timeout: 20_000 }).toHaveLength(82);
  const beside = await runProgram('sign.ts', { env }).ended;
  expect(beside).toMatchObject({ code: 1 });
  expect(beside.stderr).toBe(
    `SIGNER_DIR: another signer uses ${env.SIGNER_DIR}. Exactly one may run.\n`,
  );
  first.child.kill('SIGKILL');
  await first.ended;
  runProgram('sign.ts', { env: { ...env, SIGNER_ACCOUNTS: '45' } });
  await expect.poll(() => xpubs(shop), { timeout: 20_000 }).toHaveLength(92);
});
