/** Looking for some of a wallet's movements: by what they are, by day, among few and many. */

import {
  listWalletTransactions,
  type MovementGroup,
  movementGroups,
} from '@giftlane/contract/money/wallet.ts';
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../ledger/ledger.ts';
import { listSorts, listSpan, type Period, sortsOf, spanOf } from '../../ledger/movements.ts';
import { type Queryable, type Statement, sql } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { makeMember, type TestMember } from '../../testing/builders.ts';
import { longTest } from '../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { manyMoves, moveWallet, pagesTouched } from './movements.testing.ts';
import { send, sendPermit } from './send/send.testing.ts';
import { groupOf } from './statement/groups.ts';

const fail = (): never => {
  throw new Error('no account');
};

interface Query {
  eKind?: MovementGroup | undefined;
  dFrom?: string | undefined;
  dTo?: string | undefined;
  page?: number;
  limit?: number;
}

/** How many there are, and the amounts of the page. */
async function find(shop: TestShop, { token }: TestMember, query: Query) {
  const { body } = await shop.call(listWalletTransactions, { token, query });
  return [body.totalCount, ...body.data.map(({ nTotalAmount }) => nTotalAmount)];
}

test.each([
  ['add', true, 'add'],
  ['buy', false, 'buy'],
  ['capture', false, 'buy'],
  ['hold', false, 'buy'],
  ['release', true, 'buy'],
  ['cashback', true, 'cashback'],
  ['refund', true, 'refund'],
  ['sell', true, 'sell'],
  ['send', false, 'sent'],
  ['send', true, 'received'],
  ['redeem', true, 'redeem'],
  ['spend_points', true, 'points'],
  ['freeze', false, 'other'],
  ['unfreeze', true, 'other'],
  ['something_new', true, 'other'],
] as const)('to the wallet’s owner %s, incoming %s, is %s', (kind, incoming, group) => {
  expect(groupOf({ kind, incoming })).toBe(group);
});

describe('movements in one shop', () => {
  const shared = shopForAll({ working: false });

  test('each movement is found by exactly one kind of the filter, and all of them by none', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { verified: true });
    const bert = await makeMember(shop, { walletMinor: 50_00n, verified: true });
    await send(shop, bert, { permit: await sendPermit(shop, bert), to: anna.id, amount: 20 });
    await send(shop, anna, { permit: await sendPermit(shop, anna), to: bert.id, amount: 7 });
    await moveWallet(shop, anna, [
      { kind: 'cashback', amountMinor: 4_00n },
      { kind: 'buy', amountMinor: -1_00n },
      { kind: 'hold', amountMinor: -2_00n },
      { kind: 'release', amountMinor: 2_00n },
      { kind: 'refund', amountMinor: 5_00n },
      { kind: 'redeem', amountMinor: 6_00n },
      { kind: 'spend_points', amountMinor: 8_00n },
      { kind: 'freeze', amountMinor: -3_00n },
    ]);
    const found = Object.fromEntries(
      await Promise.all(
        movementGroups.map(async (eKind) => [eKind, await find(shop, anna, { eKind })] as const),
      ),
    );
    expect(found).toEqual({
      add: [0],
      buy: [3, 2, 2, 1],
      cashback: [1, 4],
      refund: [1, 5],
      sell: [0],
      sent: [1, 7],
      received: [1, 20],
      redeem: [1, 6],
      points: [1, 8],
      other: [1, 3],
    });
    expect((await find(shop, anna, {}))[0]).toBe(10);
  });

  test('a time is from its first moment on and before its last; pages and totals are of what fits', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    await moveWallet(shop, anna, [
      { kind: 'cashback', amountMinor: 1_00n, at: '2026-03-01T00:00:00Z' },
      { kind: 'cashback', amountMinor: 2_00n, at: '2026-03-01T23:59:59.999Z' },
      { kind: 'cashback', amountMinor: 3_00n, at: '2026-03-02T00:00:00Z' },
      { kind: 'cashback', amountMinor: 4_00n, at: '2026-03-03T12:00:00Z' },
      { kind: 'buy', amountMinor: -5_00n },
    ]);
    const [first, second, third] = [1, 2, 3].map((day) => `2026-03-0${day}T00:00:00.000Z`);
    const found = (query: Query) => find(shop, anna, query);
    expect(await found({ dFrom: first, dTo: second })).toEqual([2, 2, 1]);
    expect(await found({ dFrom: second })).toEqual([3, 5, 4, 3]);
    expect(await found({ dTo: second, eKind: 'cashback' })).toEqual([2, 2, 1]);
    expect(await found({ dFrom: second, eKind: 'cashback' })).toEqual([2, 4, 3]);
    expect(await found({ dFrom: third, dTo: second })).toEqual([0]);
    expect(await found({ dFrom: second, page: 2, limit: 2 })).toEqual([3, 3]);
    expect(await found({ eKind: 'cashback', page: 2, limit: 3 })).toEqual([4, 1]);
    expect(await found({ eKind: 'cashback', page: 9, limit: 3 })).toEqual([4]);
    expect(await found({ eKind: 'sell' })).toEqual([0]);
  });

  test('a filter finds nothing of somebody else', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    await moveWallet(shop, anna, [{ kind: 'cashback', amountMinor: 5_00n }]);
    expect(await find(shop, anna, { eKind: 'cashback' })).toEqual([1, 5]);
    expect(await find(shop, bert, { eKind: 'cashback' })).toEqual([0]);
    expect(await find(shop, bert, { dTo: '2100-01-01T00:00:00.000Z' })).toEqual([0]);
  });

  test('movements at once are numbered one by one, never back in time, each with the balance behind it', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 10_00n });
    const moves = Array.from({ length: 20 }, (_, i) =>
      moveWallet(shop, anna, [{ kind: 'buy', amountMinor: BigInt(-1 - i) }]),
    );
    await Promise.all(moves);
    await moveWallet(shop, anna, [{ kind: 'buy', amountMinor: -1n, at: '2020-01-01T00:00:00Z' }]);
    const span = (await spanOf(shop.db, walletOf(anna.id, 'usd'), {})) ?? fail();
    expect(span).toMatchObject({ last: 22n, closingMinor: 10_00n - 211n });
    const { movements } = await listSpan(shop.db, span, { page: 1, limit: 100 });
    let [balance, at] = [0n, new Date(0)];
    for (const movement of movements.reverse()) {
      balance += movement.amountMinor;
      expect(movement.balanceMinor).toBe(balance);
      expect(movement.movedAt.getTime()).toBeGreaterThanOrEqual(at.getTime());
      at = movement.movedAt;
    }
  });
});

test('nobody writes, changes or deletes a movement beside its posting', async () => {
  const shop = await startShop({ working: false });
  const { id } = await makeMember(shop, { walletMinor: 10_00n });
  const breaks = (statement: Statement<unknown>) =>
    shop.owner.run(statement).then(() => undefined, brokenConstraint);
  expect([
    await breaks(sql`update ledger_movements set balance = balance + 1 where owner = ${id}`),
    await breaks(sql`delete from ledger_movements where owner = ${id}`),
    await breaks(sql`truncate ledger_movements`),
    await breaks(sql`
      insert into ledger_movements select account_id, nth + 1, owner, journal_id, 9::smallint, kind,
        incoming, amount, balance, moved_at, kind_nth, kind_total from ledger_movements`),
  ]).toEqual(Array(4).fill('ledger_append_only'));
});

longTest(
  'a page of 20,000 movements touches about as much of the database as one of 200, filtered or not',
  async () => {
    const shop = await startShop({ working: false });
    const [few, many] = [await makeMember(shop), await makeMember(shop)];
    const since = '2026-01-01T00:00:00Z';
    for (const [member, count] of [
      [few, 200],
      [many, 20_000],
    ] as const) {
      await moveWallet(shop, member, [{ kind: 'refund', amountMinor: 1_00n, at: since }]);
      await moveWallet(shop, member, manyMoves(count, since));
    }
    expect((await find(shop, many, {}))[0]).toBe(20_001);
    expect((await find(shop, many, { eKind: 'cashback' }))[0]).toBe(2_000);
    const period = { from: new Date('2026-01-01T01:00:00Z'), to: new Date('2026-01-01T03:00:00Z') };
    const page = { page: 1, limit: 10 };
    const ofKind = (db: Queryable, id: string, kind: string, time: Period) =>
      spanOf(db, walletOf(id, 'usd'), time).then(async (span = fail()) => {
        const sorts = (await sortsOf(db, span)).filter((sort) => sort.kind === kind);
        return listSorts(db, span, { ...page, sorts });
      });
    const cost = async ({ id }: TestMember) => [
      await pagesTouched(shop.db, async (db) =>
        listSpan(db, (await spanOf(db, walletOf(id, 'usd'), {})) ?? fail(), page),
      ),
      await pagesTouched(shop.db, (db) => ofKind(db, id, 'cashback', period)),
      // The only one of its kind is the oldest of all.
      await pagesTouched(shop.db, (db) => ofKind(db, id, 'refund', {})),
    ];
    const [small, large] = [await cost(few), await cost(many)];
    for (const [i, pages] of small.entries()) {
      expect(pages).toBeGreaterThan(10);
      // The trees of the indexes are a level or two higher.
      expect(large[i]).toBeLessThan(pages * 2);
    }
  },
);
