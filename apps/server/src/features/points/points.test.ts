import { listWalletTransactions } from '@giftlane/contract/money/wallet.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { showOrder } from '@giftlane/contract/shop/orders.ts';
import * as calls from '@giftlane/contract/shop/points.ts';
import { describe, expect, test } from 'vitest';
import { enqueue } from '../../jobs/jobs.ts';
import { sql } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { makeCard, makeMember, orderBody, type TestMember } from '../../testing/builders.ts';
import { atCapture, providerCaptures } from '../../testing/faults.ts';
import { longTest } from '../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { closeMember, freeze } from '../accounts/accounts.ts';
import { deliveredJob } from '../checkout/jobs.ts';
import { refundOrder } from '../checkout/refund/refund.ts';
import { makeOptions } from '../content/content.ts';
import type { OrderKey } from '../orders/orders.ts';
import { bought, givePoints, housePoints, pointsNow, settle, spend } from './points.testing.ts';
import { spendPoints } from './spend.ts';

const startAt = async (shop: TestShop, walletMinor = 1_000_00n) => ({
  shop,
  anna: await makeMember(shop, { walletMinor }),
});

const start = async (walletMinor?: bigint) =>
  startAt(await startShop({ working: false }), walletMinor);

const refund = (shop: TestShop, key: OrderKey, lineIds?: readonly string[]) =>
  refundOrder(shop, key, { reason: 'asked for', ...(lineIds && { lineIds }) });

const history = async (shop: TestShop, { token }: TestMember) =>
  (await shop.call(calls.listPoints, { token })).body.data.map(({ eKind, nPoints }) => [
    eKind,
    nPoints,
  ]);

/** An order of two cards, one line each, paid from the wallet. */
async function twoLines(shop: TestShop, anna: TestMember, pricesMinor: readonly bigint[]) {
  const cards = await Promise.all(
    pricesMinor.map((priceMinor) => makeCard(shop, { priceMinor, codes: 1 })),
  );
  const totalMinor = pricesMinor.reduce((a, b) => a + b);
  const [first] = cards;
  if (!first) throw new Error('no card');
  const body = {
    ...orderBody(anna, { card: first, totalMinor }),
    aCartData: cards.map(({ id }) => ({ iGiftCardId: id, nQuantity: 1 })),
  };
  const { data } = (await shop.call(pay, { token: anna.token, body })).body;
  return {
    key: { memberId: anna.id, id: data._id },
    lines: data.aCartData.map(({ _id }) => _id),
  };
}

describe('points in one shop', () => {
  const shared = shopForAll({ working: false });

  test.each([
    ['wallet', {}],
    ['card', { payer: 'ANNA' }],
    ['wallet and card', { payer: 'ANNA', walletMinor: 40_00n }],
  ])('HOME-07 a purchase paid by %s brings points when it is delivered', async (_, how) => {
    const { shop, anna } = await startAt(shared());
    await bought(shop, anna, how);
    await settle(shop);
    const { data } = (await shop.call(calls.showPoints, { token: anna.token })).body;
    expect(data).toMatchObject({ nPoints: 100, nAmount: 1, eCurrency: 'usd', nPercent: 1 });
    expect(await history(shop, anna)).toEqual([['earned', 100]]);
  });

  test('HOME-07 points are of the price less its discount, without the service charge', async () => {
    const { shop, anna } = await startAt(shared());
    const card = await makeCard(shop, {
      priceMinor: 99_99n,
      discountBp: 1_000,
      serviceChargeBp: 500,
    });
    const body = orderBody(anna, { card, totalMinor: 94_99n, chargesMinor: -5_00n });
    expect((await shop.call(pay, { token: anna.token, body })).status).toBe(200);
    await settle(shop);
    expect(await pointsNow(shop, anna)).toBe(89n);
  });

  test('HOME-07 each line is rounded down by itself, and a bulk line as a whole', async () => {
    const { shop, anna } = await startAt(shared());
    await twoLines(shop, anna, [1_99n, 1_99n]);
    await bought(shop, anna, { totalMinor: 49_75n, quantity: 25 });
    await settle(shop);
    expect(await pointsNow(shop, anna)).toBe(1n + 1n + 49n);
  });

  test('CONT-18 visitors have no points and earn none', async () => {
    const { shop } = await startAt(shared());
    for (const path of ['/points', '/points/history'])
      expect((await shop.raw('GET', path)).status).toBe(401);
  });

  test('6 what follows a delivery earns points once, however often it is done', async () => {
    const { shop, anna } = await startAt(shared());
    const { memberId, id } = await bought(shop, anna, {});
    await settle(shop);
    const payload = { memberId, orderId: id };
    for (let i = 0; i < 3; i += 1)
      await shop.db.tx((tx) => enqueue(tx, { job: deliveredJob, payload }));
    await settle(shop);
    expect(await history(shop, anna)).toEqual([['earned', 100]]);
  });

  test('6 a line given back before the points came earns nothing', async () => {
    const { shop, anna } = await startAt(shared());
    const { key, lines } = await twoLines(shop, anna, [100_00n, 50_00n]);
    await refund(shop, key, lines.slice(0, 1));
    await settle(shop);
    const kept = (await shop.call(showOrder, { token: anna.token, params: { id: key.id } })).body
      .data;
    const [left] = kept.aCartData.filter(({ nRefunded }) => nRefunded === 0);
    expect(await pointsNow(shop, anna)).toBe(left?.nPrice === 100 ? 100n : 50n);
  });

  test('6 points used up are kept out of what goes back to the card', async () => {
    const { shop, anna } = await startAt(shared(), 0n);
    const key = await bought(shop, anna, { payer: 'ANNA' });
    await settle(shop);
    await spend(shop, anna, 100);
    expect(await refund(shop, key)).toMatchObject({ toCardMinor: 99_00n, toWalletMinor: 0n });
    expect(await anna.balance()).toBe(1_00n);
  });

  test('6 buying, using the points and giving back, again and again, earns nothing', async () => {
    const { shop, anna } = await startAt(shared(), 100_00n);
    for (let round = 0; round < 3; round += 1) {
      const key = await bought(shop, anna, {});
      await settle(shop);
      await spend(shop, anna, 100);
      await refund(shop, key);
    }
    expect([await anna.balance(), await pointsNow(shop, anna)]).toEqual([100_00n, 0n]);
  });

  test('6 fifty presses with one key turn points into money once', async () => {
    const { shop, anna } = await startAt(shared(), 500_00n);
    await bought(shop, anna, { totalMinor: 500_00n });
    await settle(shop);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => spend(shop, anna, 300, 'one-press-of-a-button')),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect([await anna.balance(), await pointsNow(shop, anna)]).toEqual([3_00n, 200n]);
    const other = await spend(shop, anna, 200, 'one-press-of-a-button');
    expect(other.body.code).toBe('points.key_used');
  });

  test('2 more points than there are can not be used, not by many presses at once either', async () => {
    const { shop, anna } = await startAt(shared(), 500_00n);
    await bought(shop, anna, { totalMinor: 500_00n });
    await settle(shop);
    expect((await spend(shop, anna, 501)).body.code).toBe('points.short');
    const replies = await Promise.all(Array.from({ length: 20 }, () => spend(shop, anna, 100)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect([await anna.balance(), await pointsNow(shop, anna)]).toEqual([5_00n, 0n]);
  });

  test('too few points, those of a frozen member, and those of nobody are not used', async () => {
    const { shop, anna } = await startAt(shared());
    expect((await spend(shop, anna, 100)).body.code).toBe('points.short');
    await bought(shop, anna, { totalMinor: 500_00n });
    await settle(shop);
    expect((await spend(shop, anna, 99)).body).toMatchObject({
      code: 'points.too_few',
      message: 'Use at least 100 points at once.',
    });
    await shop.db.tx((tx) => freeze(tx, anna.id, 'a test'));
    expect((await spend(shop, anna, 100)).body.code).toBe('account.frozen');
    expect(await pointsNow(shop, anna)).toBe(500n);
  });

  test('points of an account that was closed meanwhile become no money', async () => {
    const { shop, anna } = await startAt(shared(), 0n);
    await givePoints(shop, anna, 500n);
    await shop.db.tx((tx) => closeMember(tx, anna.id));
    const spending = spendPoints(
      { db: shop.db, options: makeOptions(shop.db) },
      { memberId: anna.id, key: 'one-press-of-a-button', points: 100n },
    );
    await expect(spending).rejects.toMatchObject({ code: 'session.required' });
    expect([await anna.balance(), await pointsNow(shop, anna)]).toEqual([0n, 500n]);
    await shop.db.run(sql`update members set closed_at = null where id = ${anna.id}`);
  });
});

longTest('a rate of nothing gives nothing', async () => {
  const { shop, anna } = await start();
  await shop.db.run(sql`update site_options set value = '0' where name = 'points_percent'`);
  await bought(shop, anna, {});
  await settle(shop);
  expect(await pointsNow(shop, anna)).toBe(0n);
});

test('6 a line given back takes exactly its own points along', async () => {
  const { shop, anna } = await start();
  const { key, lines } = await twoLines(shop, anna, [100_00n, 50_00n]);
  await settle(shop);
  expect(await pointsNow(shop, anna)).toBe(150n);
  for (const line of lines) await refund(shop, key, [line]);
  expect(await pointsNow(shop, anna)).toBe(0n);
  expect(await anna.balance()).toBe(1_000_00n);
  expect(await housePoints(shop)).toEqual({ usd: 0n });
});

test('6 points that are used up are kept out of the refund, and the wallet says so', async () => {
  const { shop, anna } = await start(100_00n);
  const key = await bought(shop, anna, {});
  await settle(shop);
  expect((await spend(shop, anna, 100)).status).toBe(200);
  expect(await anna.balance()).toBe(1_00n);
  expect(await refund(shop, key)).toMatchObject({ toWalletMinor: 99_00n });
  expect(await anna.balance()).toBe(100_00n);
  expect(await housePoints(shop)).toEqual({ usd: 0n });
  const { data } = (await shop.call(listWalletTransactions, { token: anna.token })).body;
  expect(data.slice(0, 2)).toMatchObject([
    { eKind: 'refund', sDescription: "Refund, minus $1.00 for points you've spent" },
    { eKind: 'points', sType: 'credit', sDescription: 'Points converted', nTotalAmount: 1 },
  ]);
  const shown = await shop.call(showOrder, { token: anna.token, params: { id: key.id } });
  expect(shown.body.data.aCartData).toMatchObject([{ nRefunded: 100, nPointsKept: 1 }]);
});

test('6 line by line, refunds of an order whose points are half used up add up', async () => {
  const { shop, anna } = await start(300_00n);
  const { key, lines } = await twoLines(shop, anna, [200_00n, 100_00n]);
  await settle(shop);
  await spend(shop, anna, 150);
  for (const line of lines) await refund(shop, key, [line]);
  expect(await pointsNow(shop, anna)).toBe(0n);
  expect(await anna.balance()).toBe(300_00n);
  expect(await housePoints(shop)).toEqual({ usd: 0n });
});

test('6 a payment that is taken back takes the points along as far as they are left', async () => {
  const { shop, anna } = await start();
  await bought(shop, anna, { payer: 'ANNA', totalMinor: 300_00n });
  await settle(shop);
  await spend(shop, anna, 200);
  const [capture] = await providerCaptures(shop);
  await atCapture(shop, capture?.id ?? '', 'reverse');
  const worker = shop.work();
  await expect.poll(() => pointsNow(shop, anna), { timeout: 60_000 }).toBe(0n);
  await worker.stop();
  expect(await housePoints(shop)).toEqual({ usd: -200n });
});

test('6 a payment taken back before the points came earns none', async () => {
  const { shop, anna } = await start();
  const { id } = await bought(shop, anna, { payer: 'ANNA' });
  await shop.db.run(sql`
    insert into capture_reversals (provider, id, capture_id, amount_minor)
    select provider, 'TAKEN', capture_id, 100 from payment_captures where order_id = ${id}`);
  await settle(shop);
  expect(await pointsNow(shop, anna)).toBe(0n);
});

test('points of an order in another currency are converted at the stored rate, and go back whole', async () => {
  const shop = await startShop({ working: false });
  const rates = shop.chores.find(({ name }) => name === 'rates.fetch');
  await rates?.run();
  const anna = await makeMember(shop, { currency: 'eur' });
  const key = await bought(shop, anna, { payer: 'ANNA', totalMinor: 300_00n });
  await settle(shop);
  const { facts } = await shop.db.one(
    sql<{ facts: { toPerUsd: string } }>`select facts from ledger_journals where kind = 'points'`,
  );
  const points = BigInt(Math.floor(300 * Number(facts.toPerUsd) + 1e-9));
  expect(await pointsNow(shop, anna, 'eur')).toBe(points);
  expect(await housePoints(shop)).toEqual({ usd: -300n });
  await spend(shop, anna, 100);
  const { toCardMinor } = await refund(shop, key);
  expect(await pointsNow(shop, anna, 'eur')).toBe(0n);
  expect(await housePoints(shop)).toEqual({ usd: 0n });
  expect(toCardMinor).toBe(300_00n - (300n - (300n * (points - 100n)) / points));
});

test('6 what a line has earned is never changed, only taken back', async () => {
  const { shop, anna } = await start();
  await bought(shop, anna, {});
  await settle(shop);
  const changes = [
    sql`update point_earnings set points = 900`,
    sql`update point_earnings set house_minor = 1`,
    sql`update point_earnings set taken_points = 101`,
    sql`update point_earnings set kept_minor = -1`,
    sql`delete from point_earnings`,
  ];
  for (const change of changes) {
    const error = await shop.owner.run(change).catch((caught: unknown) => caught);
    expect(brokenConstraint(error)).toMatch(/^point_earnings_|^history_kept$/);
  }
  // What was taken back is not given again.
  const less = [
    [
      sql`update point_earnings set taken_points = 2`,
      sql`update point_earnings set taken_points = 1`,
    ],
    [sql`update point_earnings set kept_minor = 2`, sql`update point_earnings set kept_minor = 1`],
  ];
  for (const both of less) {
    const tried = shop.db.tx(async (tx) => {
      for (const change of both) await tx.run(change);
    });
    const error = await tried.catch((caught: unknown) => caught);
    expect(brokenConstraint(error)).toBe('point_earnings_once');
  }
});
