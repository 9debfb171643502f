/** Coin wallets through HTTP, on chains whose blocks come when a test mines them. */

import { generateWallet, sendCoin } from '@giftlane/contract/money/crypto.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { makeMember, testPassword } from '../../testing/builders.ts';
import { forAll } from '../../testing/start-shop.ts';
import {
  lowerCoin,
  mainCoin,
  makeHolder,
  makeWallet,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from './coins.testing.ts';

describe('wallets in one shop', () => {
  const shared = forAll((atEnd) => startCoinShop({ atEnd }));

  test('COIN-03 creating a wallet answers its id, address and balance, and repeated the same one', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({
      walletId: '',
      receiveAddress: '',
      confirmedBalance: 0,
    });
    const made = await makeWallet(shop, anna, 'BTC');
    expect(made).toMatchObject({
      coin: 'BTC',
      walletId: expect.stringMatching(/^cw_/),
      receiveAddress: expect.stringMatching(/^bcrt1q/),
      confirmedBalance: 0,
    });
    expect(await makeWallet(shop, anna, 'BTC')).toEqual(made);
  });

  test('what comes is seen waiting, then confirmed, and the next address is a fresh one', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const { receiveAddress } = await makeWallet(shop, anna, 'LTC');
    await shop.sandbox.coins.ltc.fund(receiveAddress, 50_000_000n);
    await shop.look();
    expect(await walletSeen(shop, anna, 'LTC')).toMatchObject({
      confirmedBalance: 0,
      nPending: 50_000_000,
    });
    expect(await transfersSeen(shop, anna, 'LTC')).toMatchObject([
      { type: 'receive', state: 'unconfirmed', value: 50_000_000, nConfirmations: 0 },
    ]);
    await shop.mine('ltc');
    const wallet = await walletSeen(shop, anna, 'LTC');
    expect(wallet).toMatchObject({ confirmedBalance: 50_000_000, nPending: 0 });
    expect(wallet.receiveAddress).not.toBe(receiveAddress);
    expect(await transfersSeen(shop, anna, 'LTC')).toMatchObject([
      {
        state: 'confirmed',
        nConfirmations: 1,
        history: [{ action: 'unconfirmed' }, { action: 'confirmed' }],
      },
    ]);
  });

  test('a send takes amount and fee at once, goes out when it is signed, and is confirmed by a block', async () => {
    const shop = shared();
    const anna = await makeHolder(shop, 'BTC', 100_000n);
    const ben = await makeMember(shop);
    const { receiveAddress } = await makeWallet(shop, ben, 'BTC');
    const { body, status } = await shop.call(sendCoin, {
      token: anna.token,
      body: {
        coin: 'BTC',
        amount: 40_000,
        receiveAddress,
        password: testPassword,
        purpose: 'sendCoin',
        comment: 'Thanks',
      },
    });
    expect(status).toBe(200);
    const { nFee, txid } = body.data;
    expect(body.data).toMatchObject({ state: 'created', value: 40_000, comment: 'Thanks' });
    const left = 100_000 - 40_000 - nFee;
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: left });
    await shop.step();
    expect(await transfersSeen(shop, anna, 'BTC')).toMatchObject([
      { txid, state: 'unconfirmed' },
      { type: 'receive' },
    ]);
    expect(await walletSeen(shop, ben, 'BTC')).toMatchObject({ nPending: 40_000 });
    await shop.mine('btc');
    expect((await transfersSeen(shop, anna, 'BTC'))[0]).toMatchObject({ state: 'confirmed' });
    expect(await walletSeen(shop, ben, 'BTC')).toMatchObject({ confirmedBalance: 40_000 });
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: left });
  });
});

test('members who create their wallets at the same moment all get one, each on an account of its own', async () => {
  const shop = await startCoinShop();
  const members = await Promise.all(Array.from({ length: 12 }, () => makeMember(shop)));
  const made = await Promise.all(members.map((member) => makeWallet(shop, member, mainCoin)));
  expect(new Set(made.map(({ receiveAddress }) => receiveAddress)).size).toBe(12);
  const accounts = await shop.db.rows(sql<{ account: number }>`
    select distinct account from coin_wallets where coin = ${lowerCoin} and owner <> 'house'`);
  expect(accounts).toHaveLength(12);
});

test('no wallet is made before the chain of its coin is followed: what came earlier would never be seen', async () => {
  const shop = await startCoinShop();
  await shop.owner.run(sql`truncate coin_chains cascade`);
  const anna = await makeMember(shop);
  const made = () => shop.call(generateWallet, { token: anna.token, body: { coin: 'BTC' } });
  const early = await made();
  expect([early.status, early.body.code]).toEqual([503, 'coins.unavailable']);
  await shop.look();
  expect((await made()).status).toBe(200);
});
