/** Pictures of a wallet: its balance by day, what came and went by month. */

import { showWalletHistory } from '@giftlane/contract/money/statements.ts';
import { describe, expect, test } from 'vitest';
import { days } from '../../platform/process/durations.ts';
import { makeMember, type TestMember } from '../../testing/builders.ts';
import { longTest } from '../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { walletHistory } from './history.ts';
import { manyMoves, moveWallet, pagesTouched } from './movements.testing.ts';

const historyOf = async (shop: TestShop, { token }: TestMember) =>
  (await shop.call(showWalletHistory, { token })).body.data;

const dayBack = (back: number) => new Date(Date.now() - days(back)).toISOString().slice(0, 10);

describe('pictures of wallets in one shop', () => {
  const shared = shopForAll({ working: false });

  test('before the first movement there is nothing to draw', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    await moveWallet(shop, bert, [{ kind: 'cashback', amountMinor: 5_00n }]);
    expect(await historyOf(shop, anna)).toEqual({ eCurrency: 'usd', aDays: [], aMonths: [] });
  });

  test('each day since the first has the balance at its end, by UTC, for a year at most', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    await moveWallet(shop, anna, [
      { kind: 'cashback', amountMinor: 9_00n, at: `${dayBack(3)}T00:00:00Z` },
      { kind: 'buy', amountMinor: -1_00n, at: `${dayBack(3)}T23:59:59.999Z` },
      { kind: 'buy', amountMinor: -2_00n, at: `${dayBack(1)}T00:00:00Z` },
    ]);
    await moveWallet(shop, bert, [
      { kind: 'cashback', amountMinor: 7_00n, at: `${dayBack(800)}T12:00:00Z` },
    ]);
    expect((await historyOf(shop, anna)).aDays).toEqual([
      { dDay: dayBack(3), nBalance: 8 },
      { dDay: dayBack(2), nBalance: 8 },
      { dDay: dayBack(1), nBalance: 6 },
      { dDay: dayBack(0), nBalance: 6 },
    ]);
    const { aDays, aMonths } = await historyOf(shop, bert);
    expect([aDays.length, aMonths.length]).toEqual([365, 12]);
    expect(aDays[0]).toEqual({ dDay: dayBack(364), nBalance: 7 });
    expect(aMonths.flatMap(({ aIn, aOut }) => [...aIn, ...aOut])).toEqual([]);
  });

  test('a month has what each kind came to; what was set aside and given back is nothing', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const now = new Date();
    const at = (monthsBack: number, day: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack, day)).toISOString();
    await moveWallet(shop, anna, [
      { kind: 'redeem', amountMinor: 50_00n, at: at(2, 1) },
      { kind: 'hold', amountMinor: -20_00n, at: at(2, 3) },
      { kind: 'release', amountMinor: 20_00n, at: at(2, 4) },
      { kind: 'hold', amountMinor: -10_00n, at: at(2, 5) },
      { kind: 'capture', amountMinor: -1_00n, at: at(2, 5) },
      { kind: 'cashback', amountMinor: 2_00n, at: at(2, 28) },
      { kind: 'buy', amountMinor: -4_00n, at: at(1, 1) },
    ]);
    const { aMonths } = await historyOf(shop, anna);
    expect(aMonths).toEqual([
      {
        dMonth: at(2, 1).slice(0, 10),
        aIn: [
          { eKind: 'cashback', nAmount: 2 },
          { eKind: 'redeem', nAmount: 50 },
        ],
        aOut: [{ eKind: 'buy', nAmount: 11 }],
      },
      { dMonth: at(1, 1).slice(0, 10), aIn: [], aOut: [{ eKind: 'buy', nAmount: 4 }] },
      { dMonth: at(0, 1).slice(0, 10), aIn: [], aOut: [] },
    ]);
  });
});

longTest('20,000 movements make the pictures about as dear as 200 over the same days', async () => {
  const shop = await startShop({ working: false });
  const [few, many] = [await makeMember(shop), await makeMember(shop)];
  const since = new Date(Date.now() - days(20)).toISOString();
  const moves = manyMoves(20_000, since);
  await moveWallet(shop, many, moves);
  await moveWallet(shop, few, [...moves.slice(0, 100), ...moves.slice(-100)]);
  const cost = ({ id }: TestMember) =>
    pagesTouched(shop.db, (db) => walletHistory(db, { id, currency: 'usd' }));
  const [small, large] = [await cost(few), await cost(many)];
  expect(small).toBeGreaterThan(10);
  expect(large).toBeLessThan(small * 2);
});
