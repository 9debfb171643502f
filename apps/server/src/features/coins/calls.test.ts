/** The calls of coin wallets as the specification has them: what is sent, and exactly what is answered. */
import { myProfile } from '@giftlane/contract/members/accounts.ts';
import { getWallets } from '@giftlane/contract/money/crypto.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { makeMember, testPassword } from '../../testing/builders.ts';
import { forAll, startShop } from '../../testing/start-shop.ts';
import {
  makeHolder,
  makeWallet,
  runChore,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from './coins.testing.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const id = expect.stringMatching(/./);
const elsewhere = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

describe('calls in one shop', () => {
  const shared = forAll((atEnd) => startCoinShop({ atEnd }));

  test('API-53 POST /crypto/generateWallet takes a coin; answers a message and the new wallet’s coin, id, address and balance', async () => {
    const shop = shared();
    const { token } = await makeMember(shop);
    const create = (body: object) => shop.raw('POST', '/crypto/generateWallet', { token, body });
    const made = await create({ coin: 'LTC' });
    expect([made.status, made.body]).toEqual([
      200,
      {
        status: 200,
        message: 'Your LTC wallet is ready.',
        data: {
          coin: 'LTC',
          walletId: expect.stringMatching(/^cw_/),
          receiveAddress: expect.stringMatching(/^rltc1q/),
          confirmedBalance: 0,
        },
      },
    ]);
    expect((await create({ coin: 'LTC' })).body.data).toEqual(made.body.data);
    for (const body of [{}, { coin: 'ltc' }, { coin: 'DOGE' }])
      expect((await create(body)).status).toBe(400);
    const visitor = await shop.raw('POST', '/crypto/generateWallet', { body: { coin: 'BTC' } });
    expect(visitor.status).toBe(401);
  });

  test('API-55, COIN-16, COIN-17 GET /crypto/getWallets answers an entry for each coin, with an empty id and address where there is no wallet', async () => {
    const shop = shared();
    const { token } = await makeHolder(shop, 'BTC', 70_000n);
    const { status, body } = await shop.raw('GET', '/crypto/getWallets', { token });
    const none = { walletId: '', receiveAddress: '', confirmedBalance: 0, nPending: 0 };
    expect([status, body.data]).toEqual([
      200,
      [
        {
          name: 'Bitcoin',
          label: 'Bitcoin',
          coin: 'BTC',
          icon: 'btc',
          walletId: expect.stringMatching(/^cw_/),
          receiveAddress: expect.stringMatching(/^bcrt1q/),
          confirmedBalance: 70_000,
          nPending: 0,
        },
        { name: 'Litecoin', label: 'Litecoin', coin: 'LTC', icon: 'ltc', ...none },
      ],
    ]);
  });

  test('API-56, COIN-19 GET /crypto/transactions/{coin} answers the transfers of one coin, each with all its fields, and their count', async () => {
    const shop = shared();
    const { token } = await makeHolder(shop, 'LTC', 70_000n);
    const list = (path: string) => shop.raw('GET', `/crypto/transactions/${path}`, { token });
    const { body } = await list('LTC');
    expect(body).toMatchObject({ status: 200, totalCount: 1 });
    expect(body.data).toEqual([
      {
        id,
        coin: 'LTC',
        txid: expect.stringMatching(/^[0-9a-f]{64}$/),
        type: 'receive',
        outputs: [{ address: expect.stringMatching(/^rltc1q/) }],
        comment: '',
        createdTime: time,
        date: time,
        value: 70_000,
        nFee: 0,
        state: 'confirmed',
        history: [
          { action: 'unconfirmed', date: time },
          { action: 'confirmed', date: time },
        ],
        nConfirmations: 1,
        nNeeded: 1,
        sOrderId: '',
        dGoesAt: null,
        bCancelled: false,
        sReason: '',
        sBumps: '',
        bCanBump: false,
      },
    ]);
    expect((await list('BTC')).body).toMatchObject({ data: [], totalCount: 0 });
    expect((await list('DOGE')).status).toBe(400);
  });

  test('API-57, COIN-19, OPEN-76 POST /crypto/sendcoin takes coin, comment, amount, address, password and purpose; answers the transfer', async () => {
    const shop = shared();
    const { token } = await makeHolder(shop, 'BTC', 100_000n);
    const wish = {
      coin: 'BTC',
      comment: 'For the roof',
      amount: 30_000,
      receiveAddress: elsewhere,
      password: testPassword,
      purpose: 'sendCoin',
    };
    const send = (change: object) =>
      shop.raw('POST', '/crypto/sendcoin', { token, body: { ...wish, ...change } });
    for (const [change, field] of [
      [{ coin: 'XMR' }, 'coin'],
      [{ amount: 0 }, 'amount'],
      [{ receiveAddress: ' ' }, 'receiveAddress'],
      [{ password: undefined }, 'password'],
      [{ purpose: 'gift' }, 'purpose'],
      [{ comment: 'x'.repeat(141) }, 'comment'],
    ] as const) {
      const { status, body } = await send(change);
      expect([status, body.errors]).toMatchObject([400, [{ field }]]);
    }
    // A payment is of an order of this member, or it is none.
    expect((await send({ purpose: 'payment' })).body.code).toBe('coins.no_quote');
    const { status, body } = await send({});
    expect([status, body.message]).toEqual([200, 'Coin Sent Initiated.']);
    expect(body.data).toEqual({
      id,
      coin: 'BTC',
      txid: expect.stringMatching(/^[0-9a-f]{64}$/),
      type: 'send',
      outputs: [{ address: elsewhere }],
      comment: 'For the roof',
      createdTime: time,
      date: null,
      value: 30_000,
      nFee: expect.any(Number),
      state: 'created',
      history: [{ action: 'created', date: time }],
      nConfirmations: 0,
      nNeeded: 1,
      sOrderId: '',
      dGoesAt: null,
      bCancelled: false,
      sReason: '',
      sBumps: '',
      bCanBump: false,
    });
  });

  test('AUTH-24, COIN-16, COIN-17 a member’s profile carries their coin wallets as the list of wallets has them', async () => {
    const shop = shared();
    const anna = await makeHolder(shop, 'BTC', 70_000n);
    await shop.sandbox.coins.ltc.fund((await makeWallet(shop, anna, 'LTC')).receiveAddress, 5_000n);
    await shop.look();
    const { token } = anna;
    const wallets = (await shop.call(getWallets, { token })).body.data;
    const { aCryptoWallets } = (await shop.call(myProfile, { token })).body.data;
    expect(aCryptoWallets).toEqual(wallets);
    expect(aCryptoWallets).toMatchObject([
      { coin: 'BTC', confirmedBalance: 70_000 },
      { coin: 'LTC', nPending: 5_000 },
    ]);
    const ben = await makeMember(shop);
    const his = await shop.call(myProfile, { token: ben.token });
    expect(his.body.data.aCryptoWallets.map(({ walletId }) => walletId)).toEqual(['', '']);
  });
});

test('API-54, COIN-15 POST /crypto/currencyRate takes a coin; answers what one costs in each of the five currencies', async () => {
  const shop = await startCoinShop();
  shop.sandbox.setCoinRates({ BTC: 100_000, LTC: 80 });
  await runChore(shop, 'rates.spots');
  const { token } = await makeMember(shop);
  const rate = (coin: string) =>
    shop.raw('POST', '/crypto/currencyRate', { token, body: { coin } });
  const [bitcoin, litecoin] = [await rate('BTC'), await rate('LTC')];
  const figure = expect.any(Number);
  const rates = { aud: figure, cad: figure, gbp: figure, eur: figure };
  expect(bitcoin.body.data).toEqual({
    coin: 'BTC',
    rates: { ...rates, usd: 100_000 },
    dAsOf: time,
  });
  expect(litecoin.body.data).toEqual({ coin: 'LTC', rates: { ...rates, usd: 80 }, dAsOf: time });
  expect((await rate('usd')).status).toBe(400);
});

test('COIN-12 amounts are whole numbers of hundred-millionths of a coin, on the wire and where they are kept', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'BTC', 150_000_001n);
  expect((await walletSeen(shop, anna, 'BTC')).confirmedBalance).toBe(150_000_001);
  expect((await transfersSeen(shop, anna, 'BTC'))[0]?.value).toBe(150_000_001);
  expect(await shop.db.one(sql`select value from coin_transfers`)).toEqual({ value: 150_000_001n });
  const body = { coin: 'BTC', amount: 1.5, receiveAddress: elsewhere };
  const asked = await shop.raw('POST', '/crypto/fees', { token: anna.token, body });
  expect(asked).toMatchObject({ status: 400, body: { errors: [{ field: 'amount' }] } });
});

test('AUTH-24 in a shop without coins a profile has no coin wallet', async () => {
  const shop = await startShop({ working: false });
  const { token } = await makeMember(shop);
  const { body } = await shop.call(myProfile, { token });
  expect(body.data.aCryptoWallets).toEqual([]);
});
