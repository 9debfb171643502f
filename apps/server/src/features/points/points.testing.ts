/** Orders that earn points, for tests. */

import type { Currency } from '@giftlane/contract/money/money.ts';
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import * as calls from '@giftlane/contract/shop/points.ts';
import { expect } from 'vitest';
import { balanceOf, house, move, openPoints, pointsOf, post } from '../../ledger/ledger.ts';
import { sql } from '../../platform/db/db.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { makeCard, orderBody, type TestCard, type TestMember } from '../../testing/builders.ts';
import { atProvider } from '../../testing/buying.ts';
import type { TestShop } from '../../testing/start-shop.ts';

/** Runs a worker until no due job is left. */
export async function settle(shop: TestShop): Promise<void> {
  const left = () =>
    shop.db.one(sql<{ jobs: number }>`
      select count(*)::int as jobs from jobs where due_at <= app_now()`);
  const worker = shop.work();
  try {
    await expect.poll(async () => (await left()).jobs, { timeout: 60_000 }).toBe(0);
  } finally {
    await worker.stop();
  }
}

interface Purchase {
  readonly card?: TestCard;
  readonly totalMinor?: bigint;
  readonly quantity?: number;
  /** Paid from the wallet; the whole amount when neither this nor `payer` is set. */
  readonly walletMinor?: bigint;
  /** The PayPal account that pays the rest. */
  readonly payer?: string;
  readonly currency?: Currency;
}

/** Places a delivered order; answers its key. */
export async function bought(
  shop: TestShop,
  member: TestMember,
  { card, totalMinor = 100_00n, quantity = 1, walletMinor, payer, currency = 'usd' }: Purchase,
) {
  const { id: memberId, token } = member;
  const priceMinor = totalMinor / BigInt(quantity);
  const given = card ?? (await makeCard(shop, { priceMinor, codes: quantity, currency }));
  const byCard = payer !== undefined;
  const wish = orderBody(member, {
    card: given,
    quantity,
    totalMinor,
    walletMinor: walletMinor ?? (byCard ? 0n : totalMinor),
    gateway: byCard ? 'PayPal' : 'Wallet',
    currency,
  });
  if (!byCard) {
    const reply = await shop.call(pay, { token, body: wish });
    expect(reply.status).toBe(200);
    return { memberId, id: reply.body.data._id };
  }
  const { sPayerId, ...body } = wish;
  const { sPaymentId } = (await shop.call(initiate, { token, body })).body.data;
  await atProvider(shop, sPaymentId, 'approve', payer);
  const reply = await shop.call(pay, { token, body: { ...body, sPayerId, sPaymentId } });
  expect(reply.status).toBe(200);
  return { memberId, id: reply.body.data._id };
}

export const pointsNow = (
  shop: TestShop,
  { id }: Pick<TestMember, 'id'>,
  currency: Currency = 'usd',
) => balanceOf(shop.db, pointsOf(id, currency));

export const spend = (
  shop: TestShop,
  { token }: TestMember,
  nPoints: number,
  sKey = newId('key'),
) => shop.call(calls.spendPoints, { token, body: { nPoints, sKey } });

export const codeOf = async (shop: TestShop, { token }: TestMember) =>
  (await shop.call(calls.showPoints, { token })).body.data.oFriends.sCode;

export const tie = (shop: TestShop, { token }: TestMember, sCode: string) =>
  shop.call(calls.tieFriend, { token, body: { sCode } });

/** Credits points without an earning. */
export const givePoints = (
  shop: TestShop,
  { id: memberId }: Pick<TestMember, 'id'>,
  points: bigint,
) =>
  shop.db.tx(async (tx) => {
    const currency = 'usd';
    await openPoints(tx, [{ memberId, currency }]);
    const key = newId('test');
    await post(tx, {
      owner: memberId,
      key,
      kind: 'points',
      reference: key,
      entries: move(points, currency, {
        from: house('points', currency),
        to: pointsOf(memberId, currency),
      }),
    });
  });

/** Net points given by the house, by currency. */
export async function housePoints(shop: TestShop): Promise<Record<string, bigint>> {
  const rows = await shop.db.rows(sql<{ currency: string; amount: bigint }>`
    select p.currency, sum(p.amount)::bigint as amount
    from ledger_postings p join ledger_accounts a on a.id = p.account_id
    where a.name like 'house:points:%' group by p.currency`);
  return Object.fromEntries(rows.map(({ currency, amount }) => [currency, amount]));
}
