/** Codes held without money are a weapon: what a hoarder can not do, and an honest buyer still can. */
import { cancelOrder, initiate, pay } from '@giftlane/contract/checkout.ts';
import { expect, test } from 'vitest';
import { sql } from '../platform/db.ts';
import { hours, minutes } from '../platform/durations.ts';
import { makeCard, makeMember, orderBody, type TestMember } from '../testing/builders.ts';
import { atProvider } from '../testing/buying.ts';
import { runChore } from '../testing/faults.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

type Card = Awaited<ReturnType<typeof makeCard>>;

/** An order by card that is not paid yet, as if from a network of its own unless it is said which. */
function hold(
  shop: TestShop,
  member: TestMember,
  {
    card,
    quantity,
    network = networkOf(member),
  }: { card: Card; quantity: number; network?: string },
) {
  const totalMinor = BigInt(quantity) * 10_00n;
  const { sPayerId, ...body } = orderBody(member, {
    card,
    quantity,
    totalMinor,
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
  const known = networks.get(id) ?? `198.51.100.${networks.size % 250}`;
  networks.set(id, known);
  return known;
}

const codesIn = async (shop: TestShop, state: 'free' | 'reserved') =>
  (
    await shop.db.one(sql<{ codes: number }>`
      select count(*)::int as codes from codes where state = ${state}`)
  ).codes;

const whole = (replies: readonly { body: { code?: string } }[]) =>
  replies.filter(({ body }) => !body.code).length;

async function setOptions(shop: TestShop, options: Readonly<Record<string, number>>) {
  for (const [name, value] of Object.entries(options))
    await shop.db.run(sql`update site_options set value = ${`${value}`} where name = ${name}`);
}

test('11 one account without a verified e-mail holds half of a card, however it asks', async () => {
  const shop = await startShop({ working: false });
  const eve = await makeMember(shop);
  const card = await makeCard(shop, { codes: 200 });
  const whole = await hold(shop, eve, { card, quantity: 200 });
  expect(whole.body).toMatchObject({
    status: 409,
    code: 'order.too_much_of_card_unverified',
    message:
      'You can reserve 100 more of Nimbus $10 before you pay. Verify your email address to reserve more, or pay from your wallet.',
  });
  const together = await Promise.all(
    Array.from({ length: 8 }, () => hold(shop, eve, { card, quantity: 20 })),
  );
  expect(together.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await codesIn(shop, 'reserved')).toBe(100);
  expect((await hold(shop, eve, { card, quantity: 1 })).body.message).toMatch(/reserve 0 more/);
});

test('11 accounts of one network hold no more together than one of them may, also all at once', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 600 });
  const eves = await Promise.all(Array.from({ length: 12 }, () => makeMember(shop)));
  const replies = await Promise.all(
    eves.map((eve) => hold(shop, eve, { card, quantity: 50, network: '203.0.113.7' })),
  );
  expect(whole(replies)).toBe(6);
  expect(replies.map(({ body }) => body.code)).toContain('order.too_many_nearby');
  expect(await codesIn(shop, 'reserved')).toBe(300);
});

test('11 big orders of strangers at the same moment are weighed one after the other', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 400 });
  const eves = await Promise.all(Array.from({ length: 4 }, () => makeMember(shop)));
  const replies = await Promise.all(eves.map((eve) => hold(shop, eve, { card, quantity: 150 })));
  // Half of 400, then of the 250 that are left: no second 150.
  expect(whole(replies)).toBe(1);
});

test('11 who has held many codes and paid for none is weighed like a stranger for a day', async () => {
  const shop = await startShop({ working: false });
  await setOptions(shop, { max_unpaid_codes_unverified: 80 });
  const eve = await makeMember(shop, { verified: true });
  const card = await makeCard(shop, { codes: 100 });
  expect((await hold(shop, eve, { card, quantity: 90 })).status).toBe(200);
  await shop.moveClock(minutes(11));
  await runChore(shop, 'checkout.lapse');
  expect((await hold(shop, eve, { card, quantity: 90 })).body).toMatchObject({
    code: 'order.too_many_given_back',
    message: expect.stringContaining('your unpaid orders can reserve at most 80 codes'),
  });
  expect((await hold(shop, eve, { card, quantity: 60 })).body.code).toBe('order.too_much_of_card');
  const { body } = await hold(shop, eve, { card, quantity: 50 });
  const { token } = eve;
  await shop.call(cancelOrder, { token, body: { sOrderId: body.data.sOrderId } });
  await shop.moveClock(hours(25));
  expect((await hold(shop, eve, { card, quantity: 90 })).status).toBe(200);
});

test('11 who orders and cancels a card five times pays for it from the wallet until a day has passed', async () => {
  const shop = await startShop({ working: false });
  const eve = await makeMember(shop, { verified: true, walletMinor: 10_00n });
  const [card, other] = [await makeCard(shop, { codes: 5 }), await makeCard(shop, { codes: 5 })];
  const { token } = eve;
  const round = async () => {
    const { body } = await hold(shop, eve, { card, quantity: 5 });
    if (body.code) return body;
    await shop.call(cancelOrder, { token, body: { sOrderId: body.data.sOrderId } });
    return body;
  };
  for (let i = 0; i < 5; i += 1) expect((await round()).code).toBeUndefined();
  expect(await round()).toMatchObject({
    status: 409,
    code: 'order.given_back_often',
    message: expect.stringContaining('Pay for it from your wallet, or try again tomorrow'),
  });
  expect(await codesIn(shop, 'free')).toBe(10);
  // Another card is as it was, and so is this one to who pays.
  expect((await hold(shop, eve, { card: other, quantity: 2 })).status).toBe(200);
  const body = orderBody(eve, { card, totalMinor: 10_00n });
  expect((await shop.call(pay, { token, body })).status).toBe(200);
  await shop.moveClock(hours(25));
  expect((await hold(shop, eve, { card, quantity: 4 })).status).toBe(200);
});

test('11 orders that lapse, also after a declined card, count as given back; known papers may do so four times as often', async () => {
  const shop = await startShop({ working: false });
  await setOptions(shop, { unpaid_returns_per_card: 1 });
  const [eve, known] = [await makeMember(shop), await makeMember(shop)];
  await shop.db.run(sql`update members set kyc_status = 's' where id = ${known.id}`);
  await shop.db.run(sql`update members set kyc_status = 'v' where id = ${known.id}`);
  const card = await makeCard(shop, { codes: 20 });
  const lapse = async (member: TestMember) => {
    const { body } = await hold(shop, member, { card, quantity: 1 });
    if (body.code) return body.code;
    await shop.db.run(sql`update orders set fail_reason = 'declined' where state = 'pending'`);
    await shop.moveClock(minutes(31));
    await runChore(shop, 'checkout.lapse');
    return 'lapsed';
  };
  expect([await lapse(eve), await lapse(eve)]).toEqual(['lapsed', 'order.given_back_often']);
  const told: string[] = [];
  for (let i = 0; i < 5; i += 1) told.push(await lapse(known));
  expect(told).toEqual([...Array(4).fill('lapsed'), 'order.given_back_often']);
});

test('11 of the last few codes of a card a member without a verified e-mail holds half, whoever else all', async () => {
  const shop = await startShop({ working: false });
  const [eve, anna] = [await makeMember(shop), await makeMember(shop, { verified: true })];
  const card = await makeCard(shop, { codes: 5 });
  expect((await hold(shop, eve, { card, quantity: 5 })).body).toMatchObject({
    code: 'order.too_much_of_card_unverified',
    message: expect.stringContaining('reserve 3 more of Nimbus'),
  });
  expect((await hold(shop, eve, { card, quantity: 3 })).status).toBe(200);
  expect((await hold(shop, eve, { card, quantity: 1 })).body.message).toMatch(/reserve 0 more/);
  expect((await hold(shop, anna, { card, quantity: 2 })).status).toBe(200);
});

test('PAY-05 who sets a third aside from the wallet is not held to what is held without money', async () => {
  const shop = await startShop({ working: false });
  await setOptions(shop, { max_unpaid_codes_unverified: 20 });
  const anna = await makeMember(shop, { walletMinor: 1_000_00n });
  const card = await makeCard(shop, { codes: 60 });
  const place = (quantity: number, walletMinor: bigint) => {
    const totalMinor = BigInt(quantity) * 10_00n;
    const wish = { card, quantity, totalMinor, walletMinor, gateway: 'PayPal' } as const;
    const { sPayerId, ...body } = orderBody(anna, wish);
    return shop.call(initiate, { token: anna.token, body });
  };
  expect((await place(30, 99_99n)).body.code).toBe('order.too_many_unverified');
  expect((await place(30, 100_00n)).status).toBe(200);
  // It counts for nothing afterwards either: half of the 30 that are left may be held without money.
  expect((await place(15, 0n)).status).toBe(200);
});

test('11 a member without a verified e-mail, and a network, hold so many codes of all cards', async () => {
  const shop = await startShop({ working: false });
  await setOptions(shop, { max_unpaid_codes_unverified: 20, max_unpaid_codes_per_address: 40 });
  const [eve, mallory] = [await makeMember(shop), await makeMember(shop)];
  const anna = await makeMember(shop, { verified: true });
  const cards = await Promise.all(Array.from({ length: 5 }, () => makeCard(shop, { codes: 20 })));
  const [first, second, third, fourth, fifth] = cards as [Card, Card, Card, Card, Card];
  const network = '203.0.113.7';
  await hold(shop, eve, { card: first, quantity: 10, network });
  await hold(shop, eve, { card: second, quantity: 10, network });
  expect((await hold(shop, eve, { card: third, quantity: 1, network })).body.code).toBe(
    'order.too_many_unverified',
  );
  expect((await hold(shop, mallory, { card: third, quantity: 10, network })).status).toBe(200);
  expect((await hold(shop, anna, { card: fourth, quantity: 10, network })).status).toBe(200);
  expect((await hold(shop, anna, { card: fifth, quantity: 1, network })).body.code).toBe(
    'order.too_many_nearby',
  );
  expect((await hold(shop, anna, { card: fifth, quantity: 1 })).status).toBe(200);
});

test('11 where unpaid orders have nearly sold a card out they lapse sooner, and say so', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 50 });
  const minutesOf = async (member: TestMember, quantity: number) => {
    const { body } = await hold(shop, member, { card, quantity });
    const { createdAt } = await shop.db.one(sql<{ createdAt: Date }>`
      select created_at as "createdAt" from orders where client_id = ${body.data.sOrderId}`);
    return (Date.parse(body.data.dLapsesAt) - createdAt.getTime()) / minutes(1);
  };
  const [anna, ben, eve] = await Promise.all(
    Array.from({ length: 3 }, () => makeMember(shop, { verified: true })),
  );
  if (!anna || !ben || !eve) throw new Error('nobody buys');
  expect(await minutesOf(anna, 37)).toBe(30);
  expect(await minutesOf(ben, 3)).toBe(30);
  expect(await minutesOf(eve, 1)).toBe(10);
  await shop.moveClock(minutes(11));
  await runChore(shop, 'checkout.lapse');
  expect(await codesIn(shop, 'free')).toBe(10);
});

test('500 codes in one order by card arrive, beside a hoarder and other buyers', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 1_000 });
  const bulk = await makeMember(shop, { verified: true });
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

test('who is known by their papers may hold all there is of a card, and the wallet pays for any number', async () => {
  const shop = await startShop({ working: false });
  const [known, payer] = [await makeMember(shop), await makeMember(shop, { walletMinor: 500_00n })];
  await shop.db.run(sql`update members set kyc_status = 's' where id = ${known.id}`);
  await shop.db.run(sql`update members set kyc_status = 'v' where id = ${known.id}`);
  const [rare, other] = [await makeCard(shop, { codes: 50 }), await makeCard(shop, { codes: 50 })];
  expect((await hold(shop, known, { card: rare, quantity: 50 })).status).toBe(200);
  const body = orderBody(payer, { card: other, quantity: 50, totalMinor: 500_00n });
  expect((await shop.call(pay, { token: payer.token, body })).status).toBe(200);
});
