/** Codes held without money are a weapon: what a hoarder can not do, and an honest buyer still can. */

import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { text } from '@giftlane/texts/text.ts';
import { expect, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import { hours, minutes } from '../platform/process/durations.ts';
import { makeCard, makeMember, orderBody, type TestMember } from '../testing/builders.ts';
import { atProvider } from '../testing/buying.ts';
import { runChore } from '../testing/faults.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

type Card = Awaited<ReturnType<typeof makeCard>>;

type Wish = { card: Card; quantity: number };
type Held = { network: string; walletMinor: bigint };

/** An order by card that is not paid yet, as if from a network of its own unless it is said which. */
function hold(
  shop: TestShop,
  member: TestMember,
  { network = networkOf(member), walletMinor = 0n, ...wish }: Wish & Partial<Held>,
) {
  const totalMinor = BigInt(wish.quantity) * 10_00n;
  const { sPayerId, ...body } = orderBody(member, {
    ...wish,
    totalMinor,
    walletMinor,
    gateway: 'PayPal',
  });
  return shop.call(initiate, {
    token: member.token,
    headers: { 'x-forwarded-for': network },
    body,
  });
}

const networks = new Map<string, string>();
function networkOf({ id }: TestMember): string {
  const own = networks.get(id) ?? `10.${networks.size >> 8}.${networks.size % 256}.1`;
  networks.set(id, own);
  return own;
}

const codesIn = async (shop: TestShop, state: 'free' | 'reserved') =>
  (
    await shop.db.one(sql<{ codes: number }>`
      select count(*)::int as codes from codes where state = ${state}`)
  ).codes;

const whole = (replies: readonly { body: { code?: string } }[]) =>
  replies.filter(({ body }) => !body.code).length;

/** Somebody who has bought a card before. */
async function buyer(shop: TestShop) {
  const member = await makeMember(shop, { walletMinor: 10_00n });
  const body = orderBody(member, { card: await makeCard(shop, { codes: 1 }), totalMinor: 10_00n });
  expect((await shop.call(pay, { token: member.token, body })).status).toBe(200);
  return member;
}

/** Somebody whose papers were accepted. */
async function known(shop: TestShop) {
  const member = await makeMember(shop);
  await shop.db.run(sql`update members set kyc_status = 's' where id = ${member.id}`);
  await shop.db.run(sql`update members set kyc_status = 'v' where id = ${member.id}`);
  return member;
}

const fresh = (shop: TestShop, count: number) =>
  Promise.all(Array.from({ length: count }, () => makeMember(shop, { verified: true })));

test('11 one new account, its address verified, holds a tenth of a card and ten codes, however it asks', async () => {
  const shop = await startShop({ working: false });
  const eve = await makeMember(shop, { verified: true });
  const card = await makeCard(shop, { codes: 299 });
  expect((await hold(shop, eve, { card, quantity: 299 })).body).toMatchObject({
    status: 409,
    code: 'order.too_much_of_card',
    message: text('error.orderTooMuchOfCard', { max: 39, title: 'Nimbus $10' }),
  });
  const together = await Promise.all(
    Array.from({ length: 8 }, () => hold(shop, eve, { card, quantity: 6 })),
  );
  expect(whole(together)).toBe(6);
  expect(await codesIn(shop, 'reserved')).toBe(36);
  expect((await hold(shop, eve, { card, quantity: 6 })).body).toMatchObject({
    code: 'order.too_many_unpaid',
    message: text('error.orderTooManyUnpaid', { max: 3, title: 'Nimbus $10' }),
  });
});

test('11 one new account holds ten codes of many small cards together', async () => {
  const shop = await startShop({ working: false });
  const [eve = await makeMember(shop)] = await fresh(shop, 1);
  const cards = await Promise.all(Array.from({ length: 25 }, () => makeCard(shop, { codes: 5 })));
  const replies: Awaited<ReturnType<typeof hold>>[] = [];
  for (const card of cards) replies.push(await hold(shop, eve, { card, quantity: 5 }));
  expect(whole(replies)).toBe(2);
  expect(await codesIn(shop, 'reserved')).toBe(10);
});

test.each([1, 2, 5, 10])('a new account buys all %i codes of a small stock', async (codes) => {
  const shop = await startShop({ working: false });
  const [anna = await makeMember(shop)] = await fresh(shop, 1);
  const card = await makeCard(shop, { codes });
  expect((await hold(shop, anna, { card, quantity: codes })).status).toBe(200);
});

test.each([
  ['an address', 0, 20 + 120],
  ['a network', 1, 40 + 240],
])('11 many new accounts of %s do not add up', async (_, step, most) => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 600 });
  const eves = await fresh(shop, 16);
  const replies = await Promise.all(
    eves.map((eve, i) =>
      hold(shop, eve, { card, quantity: 20, network: `203.0.113.${7 + step * i}` }),
    ),
  );
  expect(replies.map(({ body }) => body.code)).toContain('order.too_many_nearby');
  expect(await codesIn(shop, 'reserved')).toBe(Math.floor(most / 20) * 20);
  // Somebody who has bought before is not counted with them.
  const other = await buyer(shop);
  expect((await hold(shop, other, { card, quantity: 100, network: '203.0.113.7' })).status).toBe(
    200,
  );
});

test('11 of IPv6 all addresses of a customer count as one', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 400 });
  const eves = await fresh(shop, 8);
  const networks = eves.map((_, i) => `2001:db8:1:${i < 4 ? 1 : i}::${i + 1}`);
  const replies: Awaited<ReturnType<typeof hold>>[] = [];
  for (const [i, eve] of eves.entries())
    replies.push(await hold(shop, eve, { card, quantity: 30, network: networks[i] ?? '' }));
  // Three of one /64, then three more of the /48 around it.
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 409, 200, 200, 200, 409]);
});

test('11 big orders of one card at the same moment are weighed one after the other', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 500 });
  const bulk = await Promise.all(Array.from({ length: 4 }, () => buyer(shop)));
  const replies = await Promise.all(bulk.map((one) => hold(shop, one, { card, quantity: 250 })));
  // The second one would hold all that is left.
  expect(whole(replies)).toBe(1);
});

test.each([
  ['has bought before', buyer],
  ['is known by their papers', known],
])('who %s orders 1,000 of 1,100 codes by card, but not all there is', async (_, make) => {
  const shop = await startShop({ working: false });
  const bulk = await make(shop);
  const card = await makeCard(shop, { codes: 1_100 });
  expect((await hold(shop, bulk, { card, quantity: 1_000 })).status).toBe(200);
  const rare = await makeCard(shop, { codes: 300 });
  expect((await hold(shop, bulk, { card: rare, quantity: 300 })).status).toBe(409);
  expect((await hold(shop, bulk, { card: rare, quantity: 285 })).status).toBe(200);
});

test.each(['cancels', 'leaves'])(
  '11 who holds codes for two hours and %s each order waits until a day has passed',
  async (how) => {
    const shop = await startShop({ working: false });
    const eve = await makeMember(shop, { verified: true, walletMinor: 10_00n });
    const card = await makeCard(shop, { codes: 5 });
    const { token } = eve;
    const round = async () => {
      const { body } = await hold(shop, eve, { card, quantity: 4 });
      if (body.code) return body.code;
      await shop.moveClock(minutes(29) + 30_000);
      if (how === 'cancels')
        await shop.call(cancelOrder, { token, body: { sOrderId: body.data.sOrderId } });
      await shop.moveClock(minutes(1));
      await runChore(shop, 'checkout.lapse');
      return 'held';
    };
    const held: string[] = [];
    while (held.at(-1) !== 'order.given_back_often' && held.length < 9) held.push(await round());
    expect(held).toHaveLength(how === 'cancels' ? 6 : 5);
    expect(await codesIn(shop, 'free')).toBe(5);
    // The wallet pays for it, all the same.
    const body = orderBody(eve, { card, totalMinor: 10_00n });
    expect((await shop.call(pay, { token, body })).status).toBe(200);
    await shop.moveClock(hours(25));
    expect((await hold(shop, eve, { card, quantity: 4 })).status).toBe(200);
  },
);

test('11 who changes their mind in moments may do so again and again', async () => {
  const shop = await startShop({ working: false });
  const [anna = await makeMember(shop)] = await fresh(shop, 1);
  const card = await makeCard(shop, { codes: 5 });
  for (let i = 0; i < 8; i += 1) {
    const { status, body } = await hold(shop, anna, { card, quantity: 5 });
    expect(status).toBe(200);
    await shop.call(cancelOrder, { token: anna.token, body: { sOrderId: body.data.sOrderId } });
  }
});

test('PAY-05 who sets a third aside from the wallet is not held to what is held without money', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 1_000_00n });
  const card = await makeCard(shop, { codes: 60 });
  const wish = { card, quantity: 30 };
  expect((await hold(shop, anna, { ...wish, walletMinor: 99_99n })).body.code).toBe(
    'order.too_much_of_card',
  );
  expect((await hold(shop, anna, { ...wish, walletMinor: 100_00n })).status).toBe(200);
  // It counts for nothing afterwards either: ten codes and a tenth of the 30 that are left may be held without money.
  expect((await hold(shop, anna, { card, quantity: 13 })).status).toBe(200);
});

test('11 nor does a third from the wallet let anybody hold codes for more than two hours a day', async () => {
  const shop = await startShop({ working: false });
  const eve = await makeMember(shop, { walletMinor: 1_000_00n });
  const card = await makeCard(shop, { codes: 60 });
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 5; n += 1) {
    codes.push((await hold(shop, eve, { card, quantity: 30, walletMinor: 100_00n })).body.code);
    await shop.moveClock(minutes(30));
    await runChore(shop, 'checkout.lapse');
  }
  expect(codes).toEqual([undefined, undefined, undefined, undefined, 'order.given_back_often']);
  expect(await eve.balance()).toBe(1_000_00n);
});

test('500 codes in one order by card arrive, beside a hoarder and other buyers', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 1_000 });
  const bulk = await buyer(shop);
  const eve = await makeMember(shop);
  const others = await Promise.all(Array.from({ length: 5 }, () => makeMember(shop)));
  const buying = async (member: TestMember, quantity: number) => {
    const { body } = await hold(shop, member, { card, quantity });
    const { sOrderId, sPaymentId } = body.data;
    await atProvider(shop, sPaymentId, 'approve');
    const totalMinor = BigInt(quantity) * 10_00n;
    const wish = { card, quantity, totalMinor, gateway: 'PayPal', orderId: sOrderId } as const;
    const paid = await shop.call(pay, {
      token: member.token,
      body: { ...orderBody(member, wish), sPaymentId },
    });
    return paid.body.data.eStatus;
  };
  const hoard = Promise.all(
    Array.from({ length: 10 }, (_, i) => hold(shop, eve, { card, quantity: 10 * (i + 1) })),
  );
  const told = await Promise.all([buying(bulk, 500), ...others.map((one) => buying(one, 10))]);
  await hoard;
  expect(told).toEqual(Array.from({ length: 6 }, () => 'Delivered'));
});

test('the wallet pays for any number', async () => {
  const shop = await startShop({ working: false });
  const payer = await makeMember(shop, { walletMinor: 500_00n });
  const card = await makeCard(shop, { codes: 50 });
  const body = orderBody(payer, { card, quantity: 50, totalMinor: 500_00n });
  expect((await shop.call(pay, { token: payer.token, body })).status).toBe(200);
});
