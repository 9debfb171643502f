/** Sending coins: what is refused, and that one wish is one send. */

import { proveCode } from '@giftlane/contract/members/security.ts';
import { quoteFee, sendCoin } from '@giftlane/contract/money/crypto.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import type { CoinNode } from '../../../providers/coins/port.ts';
import { done } from '../../../providers/outcome.ts';
import { makeMember, type TestMember, testPassword } from '../../../testing/builders.ts';
import { forAll } from '../../../testing/start-shop.ts';
import { networkOf } from '../../../utxo/networks.ts';
import { addApp, codeOf } from '../../accounts/factors/factors.testing.ts';
import { setOption } from '../../content/content.ts';
import {
  type CoinShop,
  makeHolder,
  makeWallet,
  runChore,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins.testing.ts';
import { coinOrder, payQuote } from '../wallets/paying.testing.ts';
import { makeFees } from './fees.ts';

/** An address of nobody here, of each chain (BIP 173). */
const elsewhere = {
  BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  LTC: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3',
} as const;

type Wish = Partial<Parameters<typeof body>[0]>;
const body = (wish: {
  coin?: 'BTC' | 'LTC';
  amount?: number;
  receiveAddress?: string;
  password?: string;
  sRequestId?: string;
  eFee?: 'slow' | 'normal' | 'fast';
}) => ({
  coin: 'BTC' as const,
  amount: 40_000,
  receiveAddress: elsewhere[wish.coin ?? 'BTC'],
  password: testPassword,
  purpose: 'sendCoin' as const,
  ...wish,
});

const trySend = (shop: CoinShop, { token }: TestMember, wish: Wish = {}) =>
  shop.call(sendCoin, { token, body: body(wish) });

describe('addresses that can not be paid', () => {
  const shop = forAll((atEnd) => startCoinShop({ atEnd }));

  test.for([
    ['BTC', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081', 'coins.bad_address'],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'coins.other_network'],
    ['BTC', elsewhere.LTC, 'coins.other_network'],
    ['LTC', elsewhere.BTC, 'coins.other_network'],
    ['LTC', 'tmweb1qqgz8r9dx', 'coins.private_address'],
    ['BTC', `litecoin:${elsewhere.LTC}`, 'coins.other_network'],
    ['BTC', `litecoin:${elsewhere.BTC}`, 'coins.other_network'],
    ['BTC', `bitcoin:${elsewhere.BTC}?amount=0.0004&req-pop=1`, 'coins.link_asks_more'],
    ['BTC', 'bitcoin:?amount=0.0004', 'coins.bad_address'],
  ] as const)(
    'a %s address that can not be paid, %s, is told as %s, and nothing is set aside',
    async ([coin, receiveAddress, code]) => {
      const anna = await makeHolder(shop(), coin, 1_000_000n);
      expect((await trySend(shop(), anna, { coin, receiveAddress })).body.code).toBe(code);
      expect(await walletSeen(shop(), anna, coin)).toMatchObject({ confirmedBalance: 1_000_000 });
    },
  );
});

describe('sends in one shop', () => {
  const shared = forAll((atEnd) => startCoinShop({ atEnd }));

  test('dust, more than there is with the fee, one’s own address and no wallet are refused', async () => {
    const shop = shared();
    const anna = await makeHolder(shop, 'BTC', 100_000n);
    const { receiveAddress } = await walletSeen(shop, anna, 'BTC');
    const stranger = await makeMember(shop, { verified: true });
    const told = await Promise.all([
      trySend(shop, anna, { amount: 293 }),
      trySend(shop, anna, { amount: 100_000 }),
      trySend(shop, anna, { receiveAddress }),
      trySend(shop, stranger),
    ]);
    expect(told.map((reply) => reply.body.code)).toEqual([
      'coins.dust',
      'coins.short',
      'coins.own_address',
      'coins.no_wallet',
    ]);
    expect((await trySend(shop, anna, { amount: 294 })).status).toBe(200);
  });

  test.for([
    `bitcoin:${elsewhere.BTC}?amount=0.0004&label=A%20shop`,
    `BITCOIN:${elsewhere.BTC.toUpperCase()}`,
    ` bitcoin://${elsewhere.BTC} `,
  ])('a payment link is taken for the address in it: %s', async (receiveAddress) => {
    const anna = await makeHolder(shared(), 'BTC', 100_000n);
    const { token } = anna;
    const asked = { coin: 'BTC' as const, amount: 40_000, receiveAddress };
    expect((await shared().call(quoteFee, { token, body: asked })).status).toBe(200);
    const { body: sent } = await trySend(shared(), anna, asked);
    expect(sent.data.outputs[0]?.address.toLowerCase()).toBe(elsewhere.BTC);
  });

  test('a send needs the password, and a wrong one takes nothing', async () => {
    const shop = shared();
    const anna = await makeHolder(shop, 'BTC', 100_000n);
    const { password: _, ...without } = body({});
    const bare = await shop.call(sendCoin, { token: anna.token, body: without });
    expect([bare.status, bare.body.errors?.[0]?.field]).toEqual([400, 'password']);
    const wrong = await trySend(shop, anna, { password: 'not-this-one' });
    expect(wrong.body.code).toBe('account.wrong_password');
    expect(await transfersSeen(shop, anna, 'BTC')).toHaveLength(1);
  });

  test('who has a second factor sends nothing by the password alone, nor pays an order', async () => {
    const shop = shared();
    const { anna, quote } = await coinOrder(shop, 'BTC');
    const { secret } = await addApp(shop, anna);
    await shop.db.run(sql`
      update sessions set proven_at = proven_at - interval '5 minutes' where member_id = ${anna.id}`);
    const tries = [await trySend(shop, anna), await payQuote(shop, anna, 'BTC', quote)];
    expect(tries.map(({ body: told }) => told.code)).toEqual([
      'account.unproven',
      'account.unproven',
    ]);
    expect(await transfersSeen(shop, anna, 'BTC')).toHaveLength(1);
    const body = { sCode: await codeOf(shop, secret, 1) };
    expect((await shop.call(proveCode, { token: anna.token, body })).status).toBe(200);
    expect((await payQuote(shop, anna, 'BTC', quote)).status).toBe(200);
  });

  test('one key is one send, however often and at once; with other content it is refused', async () => {
    const shop = shared();
    const anna = await makeHolder(shop, 'BTC', 500_000n);
    const sRequestId = 'press-0123456789abcdef';
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => trySend(shop, anna, { sRequestId })),
    );
    expect(new Set(tries.map((reply) => reply.body.data.id)).size).toBe(1);
    const other = await trySend(shop, anna, { sRequestId, amount: 41_000 });
    expect([other.status, other.body.code]).toEqual([409, 'coins.other_content']);
    expect(await transfersSeen(shop, anna, 'BTC')).toHaveLength(2);
  });

  test('another member’s wallet is nobody’s: each sees and sends their own', async () => {
    const shop = shared();
    const anna = await makeHolder(shop, 'BTC', 100_000n);
    const ben = await makeMember(shop, { verified: true });
    await makeWallet(shop, ben, 'BTC');
    expect(await transfersSeen(shop, ben, 'BTC')).toEqual([]);
    expect((await trySend(shop, ben)).body.code).toBe('coins.short');
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 100_000 });
  });

  test('COIN-08 transfers come ten at a time, the newest first, with how many there are', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const { receiveAddress } = await makeWallet(shop, anna, 'BTC');
    for (let i = 1; i <= 12; i += 1)
      await shop.sandbox.coins.btc.fund(receiveAddress, 1_000n * BigInt(i));
    await shop.mine('btc');
    const page = (nth: number) =>
      shop.raw('GET', `/crypto/transactions/BTC?page=${nth}`, { token: anna.token });
    const [first, second] = [await page(1), await page(2)];
    expect([first.body.totalCount, (first.body.data as unknown[]).length]).toEqual([12, 10]);
    expect((second.body.data as unknown[]).length).toBe(2);
  });
});

test('sends at once never spend one output twice', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'BTC', 100_000n);
  const { receiveAddress } = await walletSeen(shop, anna, 'BTC');
  for (let i = 0; i < 4; i += 1) await shop.sandbox.coins.btc.fund(receiveAddress, 100_000n);
  await shop.mine('btc');
  const tries = await Promise.all(Array.from({ length: 12 }, () => trySend(shop, anna)));
  const made = tries.filter(({ status }) => status === 200);
  expect(made.length).toBeGreaterThanOrEqual(2);
  expect(made.length).toBeLessThanOrEqual(5);
  await shop.step();
  await shop.mine('btc');
  const states = (await transfersSeen(shop, anna, 'BTC')).filter(({ type }) => type === 'send');
  expect(states.every(({ state }) => state === 'confirmed')).toBe(true);
});

test('what is quoted is what is taken, at each speed, and the most that is quoted can be sent', async () => {
  const shop = await startCoinShop();
  await shop.sandbox.coins.btc.setFeeRate(12);
  const anna = await makeHolder(shop, 'BTC', 300_000n);
  const { token } = anna;
  const quoted = await shop.call(quoteFee, {
    token,
    body: { coin: 'BTC', amount: 40_000, receiveAddress: elsewhere.BTC },
  });
  const normal = quoted.body.data.find(({ eFee }) => eFee === 'normal');
  expect(normal).toMatchObject({ nRate: 12, nMinutes: 30 });
  const sent = await trySend(shop, anna);
  expect(sent.body.data.nFee).toBe(normal?.nFee);
  await shop.step();
  const most = await shop.call(quoteFee, {
    token,
    body: { coin: 'BTC', receiveAddress: elsewhere.BTC },
  });
  const amount = most.body.data.find(({ eFee }) => eFee === 'normal')?.nMost ?? 0;
  expect((await trySend(shop, anna, { amount: amount + 1 })).body.code).toBe('coins.short');
  expect((await trySend(shop, anna, { amount })).status).toBe(200);
  expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 0 });
});

test('nothing is quoted or paid below what the node takes at all, nor below its guess', async () => {
  const shop = await startCoinShop();
  const { btc } = shop.sandbox.coins;
  // It has no guess; what is taken without one is less.
  await btc.setFeeRate(null);
  await btc.setFeeFloor(23);
  const anna = await makeHolder(shop, 'BTC', 300_000n);
  const asked = { coin: 'BTC' as const, amount: 40_000, receiveAddress: elsewhere.BTC };
  const quoted = (await shop.call(quoteFee, { token: anna.token, body: asked })).body.data;
  expect(quoted.map(({ nRate }) => nRate)).toEqual([23, 23, 23]);
  const { nFee } = (await trySend(shop, anna)).body.data;
  // One input and change have 140 bytes and a little.
  expect(nFee).toBeGreaterThanOrEqual(23 * 140);
  await shop.step();
  expect((await transfersSeen(shop, anna, 'BTC'))[0]).toMatchObject({ state: 'unconfirmed' });
});

test.for([
  [{ estimate: 2, floor: 23 }, 23],
  [{ estimate: undefined, floor: 23 }, 23],
  [{ estimate: 0.2, floor: 0 }, 1],
  [{ estimate: 23.1, floor: 2 }, 24],
  [{ estimate: 900, floor: 2 }, 500],
] as const)('of what a node says, %o, %i for each byte is paid', async ([value, rate]) => {
  const node = { coin: 'btc', feeRates: async () => done(value) } as unknown as CoinNode;
  const { slow, fast } = await makeFees()(node, networkOf('btc', 'regtest'));
  expect([slow, fast]).toEqual([rate, rate]);
});

test('who is not verified sends so much a day, at the rate of today; who is, more', async () => {
  const shop = await startCoinShop();
  shop.sandbox.setCoinRates({ BTC: 100_000, LTC: 100 });
  await runChore(shop, 'rates.spots');
  const anna = await makeHolder(shop, 'BTC', 5_000_000n);
  // 1,000.00 a day are 0.01 BTC.
  expect((await trySend(shop, anna, { amount: 600_000 })).status).toBe(200);
  await shop.step();
  // A cent more than there is left, which goes to the cent.
  const over = await trySend(shop, anna, { amount: 400_010 });
  expect([over.status, over.body.message]).toEqual([
    409,
    'You can send $400.00 more today. The daily limit is $1,000.00 until you verify your identity.',
  ]);
  expect((await trySend(shop, anna, { amount: 400_000 })).status).toBe(200);
  await shop.step();
  expect((await trySend(shop, anna, { amount: 1_000 })).body.code).toBe('coins.limit');
  for (const status of ['s', 'v'])
    await shop.db.run(sql`update members set kyc_status = ${status} where id = ${anna.id}`);
  expect((await trySend(shop, anna, { amount: 401_000 })).status).toBe(200);
});

test('the limit of a day is the member’s: what goes in one coin is gone for the other, also at once', async () => {
  const shop = await startCoinShop();
  shop.sandbox.setCoinRates({ BTC: 100_000, LTC: 100 });
  await runChore(shop, 'rates.spots');
  const anna = await makeHolder(shop, 'BTC', 5_000_000n);
  const { receiveAddress } = await makeWallet(shop, anna, 'LTC');
  await shop.sandbox.coins.ltc.fund(receiveAddress, 3_000_000_000n);
  await shop.mine('ltc');
  // 600.00 of each: a day takes 1,000.00 of both together.
  const tries = await Promise.all([
    trySend(shop, anna, { amount: 600_000 }),
    trySend(shop, anna, { coin: 'LTC', amount: 600_000_000 }),
  ]);
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(tries.find(({ status }) => status === 409)?.body.message).toBe(
    'You can send $400.00 more today. The daily limit is $1,000.00 until you verify your identity.',
  );
});

test('a frozen, a locked and an unverified member send nothing', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'BTC', 100_000n);
  await setOption(shop.db, 'verified_email_needed', '1');
  const told: (string | undefined)[] = [];
  for (const change of [
    sql`update members set frozen_at = now(), frozen_reason = 'test' where id = ${anna.id}`,
    sql`update members set frozen_at = null, frozen_reason = null, locked_at = now() where id = ${anna.id}`,
    sql`update members set locked_at = null, email_verified_at = null, owner_shown_at = null where id = ${anna.id}`,
  ]) {
    await shop.db.run(change);
    told.push((await trySend(shop, anna)).body.code);
  }
  expect(told).toEqual(['account.frozen', 'account.locked', 'coins.unverified']);
});

test('what the signer refused can be wished again, to the last unit', async () => {
  const shop = await startCoinShop({ signer: { BTC_SIGN_LIMITS: '0.0003/1/1' } });
  const anna = await makeHolder(shop, 'BTC', 100_000n);
  const quoted = await shop.call(quoteFee, {
    token: anna.token,
    body: { coin: 'BTC', receiveAddress: elsewhere.BTC },
  });
  const amount = quoted.body.data.find(({ eFee }) => eFee === 'normal')?.nMost ?? 0;
  for (let i = 0; i < 2; i += 1) {
    expect((await trySend(shop, anna, { amount })).status).toBe(200);
    await shop.step();
    expect((await transfersSeen(shop, anna, 'BTC'))[0]).toMatchObject({ state: 'rejected' });
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 100_000 });
  }
});
