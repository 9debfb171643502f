/**
 * Orders that share a transaction: each gets what it ordered, and only its own refusal. They are placed as
 * the call does it, without the way there: those started together come together.
 */
import { showOrder, viewCard } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { walletOf } from '../../../ledger/ledger.ts';
import { sql } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { seconds } from '../../../platform/process/durations.ts';
import {
  loadCodes,
  makeCard,
  makeMember,
  orderBody,
  type TestMember,
} from '../../../testing/builders.ts';
import { lockWaits } from '../../../testing/locks.ts';
import { startShop, type TestShop } from '../../../testing/start-shop.ts';
import { freeze } from '../../accounts/accounts.ts';
import { payFromWallet } from './wallet-order.ts';

const members = (shop: TestShop, count: number, walletMinor = 100_00n) =>
  Promise.all(Array.from({ length: count }, () => makeMember(shop, { walletMinor })));

const order = (shop: TestShop, member: TestMember, wish: Parameters<typeof orderBody>[1]) =>
  payFromWallet(
    shop.checkout,
    { memberId: member.id, sessionId: 'ses_1' },
    orderBody(member, wish),
  );

/** Whose orders were placed by which transaction, each transaction's in their order. */
async function ordersByTransaction(shop: TestShop): Promise<string[][]> {
  const rows = await shop.db.rows(sql<{ xid: string; memberId: string }>`
    select xmin::text as xid, member_id as "memberId" from orders order by created_at`);
  return [...Map.groupBy(rows, ({ xid }) => xid).values()].map((group) =>
    group.map(({ memberId }) => memberId),
  );
}

const sizes = (groups: readonly (readonly string[])[]) => groups.map((group) => group.length);

test('orders that come together share transactions, and each gets its own codes at its own price', async () => {
  const shop = await startShop();
  const cards = [
    await makeCard(shop, { codes: 60, priceMinor: 10_00n, cashbackBp: 500 }),
    await makeCard(shop, { codes: 60, priceMinor: 7_00n }),
  ] as const;
  const buyers = await members(shop, 24);
  const buy = async (buyer: TestMember, i: number) => {
    const [card, price] = i % 2 === 0 ? [cards[0], 10_00n] : [cards[1], 7_00n];
    const quantity = 1 + (i % 3);
    const totalMinor = price * BigInt(quantity);
    const placed = await order(shop, buyer, { card, quantity, totalMinor });
    const cashback = i % 2 === 0 ? totalMinor / 20n : 0n;
    return { buyer, card, quantity, left: 100_00n - totalMinor + cashback, placed };
  };
  const all = await Promise.all(buyers.map(buy));
  expect(sizes(await ordersByTransaction(shop))).toEqual([1, 16, 7]);
  const seen = new Set<string>();
  for (const { buyer, card, quantity, left, placed } of all) {
    const [line] = placed.aCartData;
    expect(line).toMatchObject({ iGiftCardId: card.id, nCodes: quantity, eStatus: 3 });
    expect(line?.aCardCode).toHaveLength(quantity);
    expect(await buyer.balance()).toBe(left);
    const params = { id: placed._id };
    const stored = await shop.call(showOrder, { token: buyer.token, params });
    // Its mail may have gone meanwhile.
    const { oMail: _, ...asPlaced } = stored.body.data;
    expect(asPlaced).toEqual(placed);
    for (const { _id } of line?.aCardCode ?? []) {
      const look = { token: buyer.token, params, body: { cardId: _id } };
      const content = (await shop.call(viewCard, look)).body.data.sOrderContent;
      expect(card.codes).toContain(content);
      seen.add(content ?? '');
    }
  }
  expect(seen.size).toBe(48);
});

test('who is refused hears why, and those who came along get their codes', async () => {
  const shop = await startShop();
  const card = await makeCard(shop, { codes: 60 });
  const rare = await makeCard(shop, { codes: 1 });
  const moved = await makeCard(shop);
  const buyers = await members(shop, 12);
  const poor = await makeMember(shop, { walletMinor: 9_99n });
  const [greedy, frozen, hasty, modest] = (await members(shop, 4)) as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ];
  const foreign = await makeMember(shop, { walletMinor: 100_00n, currency: 'eur' });
  await shop.db.tx((tx) => freeze(tx, frozen.id, 'for this test'));
  // The snapshot has not heard of it.
  await shop.db.run(sql`update cards set price_minor = 1200 where id = ${moved.id}`);
  const good = { card, totalMinor: 10_00n };
  const all = await Promise.allSettled([
    ...buyers.slice(0, 6).map((buyer) => order(shop, buyer, good)),
    order(shop, poor, good),
    order(shop, greedy, { card: rare, quantity: 2, totalMinor: 20_00n }),
    order(shop, frozen, good),
    order(shop, hasty, { card: moved, totalMinor: 10_00n }),
    order(shop, foreign, good),
    order(shop, modest, { card: rare, totalMinor: 10_00n }),
    ...buyers.slice(6).map((buyer) => order(shop, buyer, good)),
  ]);
  const told = all.map((one) =>
    one.status === 'fulfilled'
      ? one.value.eStatus
      : one.reason instanceof Refusal
        ? one.reason.code
        : String(one.reason),
  );
  expect(told).toEqual([
    ...Array<string>(6).fill('Delivered'),
    'wallet.short',
    'order.out_of_stock',
    'account.frozen',
    'order.price_changed',
    'wallet.other_currency',
    ...Array<string>(7).fill('Delivered'),
  ]);
  for (const buyer of buyers) expect(await buyer.balance()).toBe(90_00n);
  expect(await poor.balance()).toBe(9_99n);
});

test('whoever was refused goes alone until an order of theirs goes through', async () => {
  const shop = await startShop();
  const card = await makeCard(shop, { codes: 60 });
  const dear = await makeCard(shop, { priceMinor: 500_00n });
  const [anna, ...others] = (await members(shop, 9)) as [TestMember, ...TestMember[]];
  const refused = order(shop, anna, { card: dear, totalMinor: 500_00n });
  await expect(refused).rejects.toMatchObject({ code: 'wallet.short' });
  const everybody = () =>
    // Anna in the middle of those that share one.
    Promise.all(
      [...others.slice(0, 3), anna, ...others.slice(3)].map((buyer) =>
        order(shop, buyer, { card, totalMinor: 10_00n }),
      ),
    );
  const groupsOfAnna = async () =>
    (await ordersByTransaction(shop)).filter((group) => group.includes(anna.id));
  await everybody();
  expect(await groupsOfAnna()).toEqual([[anna.id]]);
  await everybody();
  expect(sizes(await groupsOfAnna())).toEqual([1, 8]);
});

test('a card that ran out makes those go alone who want it, until it is there again', async () => {
  const shop = await startShop();
  const [card, rare] = [
    await makeCard(shop, { codes: 60 }),
    await makeCard(shop, { codes: 1, priceMinor: 7_00n }),
  ];
  const buyers = (await members(shop, 6)) as [TestMember, TestMember, ...TestMember[]];
  const [greedy, hunter, ...others] = buyers;
  await expect(
    order(shop, greedy, { card: rare, quantity: 2, totalMinor: 14_00n }),
  ).rejects.toMatchObject({ code: 'order.out_of_stock' });
  const together = () =>
    Promise.all([
      ...others.map((buyer) => order(shop, buyer, { card, totalMinor: 10_00n })),
      order(shop, hunter, { card: rare, totalMinor: 7_00n }),
    ]);
  await together();
  expect(sizes(await ordersByTransaction(shop)).toSorted()).toEqual([1, 1, 3]);
  await loadCodes(shop, rare.id, 5);
  await together();
  expect(sizes(await ordersByTransaction(shop)).toSorted()).toEqual([1, 1, 1, 3, 4]);
});

test('nobody pays with the cashback of what they are buying', async () => {
  const shop = await startShop();
  const card = await makeCard(shop, { cashbackBp: 500 });
  const poor = await makeMember(shop, { walletMinor: 9_50n });
  await expect(order(shop, poor, { card, totalMinor: 10_00n })).rejects.toMatchObject({
    code: 'wallet.short',
  });
  expect(await poor.balance()).toBe(9_50n);
});

test('a wallet that somebody else has locked keeps only its own member waiting', async () => {
  const shop = await startShop();
  const card = await makeCard(shop, { codes: 60 });
  const [anna, ...others] = (await members(shop, 7)) as [TestMember, ...TestMember[]];
  const wish = { card, totalMinor: 10_00n };
  const late = await shop.db.tx(async (tx) => {
    await tx.run(sql`
      select 1 from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.name = ${walletOf(anna.id, 'usd')} for update of b`);
    const waiting = order(shop, anna, wish);
    // Half of what one alone waits for a lock.
    const patience = new Promise<string[]>((end) => setTimeout(end, seconds(5), []));
    const placed = Promise.all(others.map((buyer) => order(shop, buyer, wish)));
    const states = placed.then((all) => all.map(({ eStatus }) => eStatus));
    expect(await Promise.race([states, patience])).toEqual(others.map(() => 'Delivered'));
    await expect.poll(() => lockWaits(shop.db)).toBe(1);
    return { waiting };
  });
  expect((await late.waiting).eStatus).toBe('Delivered');
  const patience = await Promise.all(
    Array.from({ length: shop.config.dbConnections }, () =>
      shop.db.one(sql<{ lock: string }>`select current_setting('lock_timeout') as lock`),
    ),
  );
  expect(new Set(patience.map(({ lock }) => lock))).toEqual(new Set(['10s']));
});

test('an order of many codes goes alone', async () => {
  const shop = await startShop();
  const card = await makeCard(shop, { codes: 60 });
  const [anna, ...others] = (await members(shop, 7, 300_00n)) as [TestMember, ...TestMember[]];
  await Promise.all([
    ...others.map((buyer) => order(shop, buyer, { card, totalMinor: 10_00n })),
    order(shop, anna, { card, quantity: 21, totalMinor: 210_00n }),
  ]);
  const groups = await ordersByTransaction(shop);
  expect(groups.filter((group) => group.includes(anna.id))).toEqual([[anna.id]]);
  expect(sizes(groups).toSorted()).toEqual([1, 1, 5]);
});
