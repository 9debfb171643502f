/** Codes counted by card and state, in the transactions that change them. */
import { expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/verify.ts';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { makeCard, makeMember } from '../../testing/builders.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { stockInvariants } from './invariants.ts';
import { freeSince } from './queries.ts';
import { countMoves, stockReader, takeCodes } from './stock.ts';

const counts = (shop: TestShop, cardId: string) =>
  shop.db.one(sql<{ free: bigint; reserved: bigint; sold: bigint; void: bigint }>`
    select free, reserved, sold, void from stock_counts where card_id = ${cardId}`);

const moves = (shop: TestShop) => shop.db.rows(sql`select id from code_moves`);

const voided = (shop: TestShop, cardId: string, many: number) =>
  shop.db.run(sql`update codes set state = 'void' where id in (
    select id from codes where card_id = ${cardId} and state = 'free' limit ${many})`);

test('a card’s codes are counted as they change, before the chore has added them up and after', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 5 });
  expect(await moves(shop)).toHaveLength(1);
  await voided(shop, card.id, 2);
  const now = { free: 3n, reserved: 0n, sold: 0n, void: 2n };
  expect(await counts(shop, card.id)).toEqual(now);
  await countMoves(shop.db);
  expect(await moves(shop)).toEqual([]);
  expect(await counts(shop, card.id)).toEqual(now);
  await voided(shop, card.id, 1);
  expect(await counts(shop, card.id)).toEqual({ ...now, free: 2n, void: 3n });
});

test('a reader asks only for cards whose codes changed, and leaves out those that expired meanwhile', async () => {
  const shop = await startShop({ working: false });
  const [still, moving] = [await makeCard(shop, { codes: 3 }), await makeCard(shop, { codes: 3 })];
  await countMoves(shop.db);
  const read = stockReader();
  expect(await read(shop.db)).toEqual(
    new Map([
      [still.id, 3],
      [moving.id, 3],
    ]),
  );
  const { seen } = await shop.db.one(sql<{ seen: bigint }>`
    select max(revision) as seen from card_stock`);
  await voided(shop, moving.id, 1);
  expect((await read(shop.db)).get(moving.id)).toBe(2);
  await countMoves(shop.db);
  expect((await freeSince(shop.db, seen)).map(({ cardId }) => cardId)).toEqual([moving.id]);
  expect(await read(shop.db)).toEqual(
    new Map([
      [still.id, 3],
      [moving.id, 2],
    ]),
  );
  await shop.db.run(sql`update codes set valid_until = (app_now() at time zone 'UTC')::date
    where card_id = ${still.id} and id = (select min(id) from codes where card_id = ${still.id})`);
  expect((await read(shop.db)).get(still.id)).toBe(3);
  await shop.moveClock(hours(48));
  expect((await read(shop.db)).get(still.id)).toBe(2);
});

test('buyers of one card do not wait for each other’s counts', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 2 });
  const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
  const take = (memberId: string) => ({
    wants: [{ memberId, lineId: `ol_${memberId}`, cardId: card.id, quantity: 1 }],
    state: 'reserved' as const,
    titleOf: () => '',
  });
  const nothing = new Error('undone');
  const both = shop.db.tx(async (first) => {
    expect(await takeCodes(first, take(anna.id))).toHaveLength(1);
    await shop.db
      .tx(async (second) => {
        await second.run(sql`set local lock_timeout = '1s'`);
        expect(await takeCodes(second, take(bert.id))).toHaveLength(1);
        throw nothing;
      })
      .catch((error: unknown) => expect(error).toBe(nothing));
    throw nothing;
  });
  await expect(both).rejects.toBe(nothing);
  expect(await counts(shop, card.id)).toMatchObject({ free: 2n, reserved: 0n });
});

test('3 a count that is not that of the codes is found', async () => {
  const ends: (() => Promise<void>)[] = [];
  const shop = await startShop({ working: false, atEnd: (end) => ends.push(end) });
  const card = await makeCard(shop, { codes: 2 });
  const breaches = async () =>
    (await verifyLedger(shop.db, stockInvariants)).problems.map(({ breach }) => breach);
  await countMoves(shop.db);
  expect(await breaches()).toEqual([]);
  await shop.db.run(sql`update card_stock set free = 7`);
  expect(await breaches()).toEqual([`${card.id} free: counted 7, has 2`]);
  // Servers have seen this revision: a recount is above it.
  await shop.db.run(sql`update card_stock set revision = 5000`);
  await shop.owner.script('call recount_stock()');
  expect(await breaches()).toEqual([]);
  expect(await shop.db.rows(sql`select revision from card_stock`)).toEqual([{ revision: 5001n }]);
  for (const end of ends) await end();
});
