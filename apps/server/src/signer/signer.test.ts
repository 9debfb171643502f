/** The signer looks at each wish by itself: what the shop did not wish, or wishes too much of, is not signed. */
import { sendCoin } from '@giftlane/contract/crypto.ts';
import { expect, test } from 'vitest';
import { readWish, wishTag, wishText } from '../coins/wish.ts';
import {
  type CoinShop,
  elsewhere,
  makeHolder,
  makeWallet,
  raiseFees,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../features/coins/coins.testing.ts';
import { sql } from '../platform/db.ts';
import { hours } from '../platform/durations.ts';
import { makeMember, testPassword } from '../testing/builders.ts';
import { longTest } from '../testing/long.ts';
import { testWishKey } from '../testing/sandbox-env.ts';

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
  await shop.db.script('alter table coin_wishes disable trigger user');
  await shop.db.run(sql`
    update coin_wishes set wish = ${text}, tag = case when ${tagged} then ${tag} else tag end
    where number = ${number}`);
  await shop.db.script('alter table coin_wishes enable trigger user');
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

test('change that goes elsewhere, a fee that can not be meant, and another transfer’s wish are not signed', async () => {
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
  await shop.db.script(`alter table coin_wishes disable trigger user;
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
