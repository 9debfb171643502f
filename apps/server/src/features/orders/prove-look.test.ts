import { provePassword } from '@giftlane/contract/members/profile.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { downloadCodes, listReveals, viewCard, viewCards } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import { makeCard, makeMember, orderBody, testPassword } from '../../testing/builders.ts';
import { atProvider } from '../../testing/buying.ts';
import { runChore } from '../../testing/faults.ts';
import { type AtEnd, forAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { signInAs } from '../accounts/profile/people.testing.ts';
import { setOption } from '../content/content.ts';

/** A shop in which a session may show five codes. */
async function showingFive(atEnd?: AtEnd) {
  const shop = await startShop({ working: false, ...(atEnd && { atEnd }) });
  await setOption(shop.db, 'reveals_without_password', '5');
  return shop;
}

const eightCodes = async () => codesAt(await showingFive());

/** Eight codes of a member, and what looking at one of them comes to. */
async function codesAt(shop: TestShop, priceMinor = 1_00n) {
  const anna = await makeMember(shop, { walletMinor: 8n * priceMinor });
  const card = await makeCard(shop, { priceMinor, codes: 8 });
  const body = orderBody(anna, { card, quantity: 8, totalMinor: 8n * priceMinor });
  const { data: order } = (await shop.call(pay, { token: anna.token, body })).body;
  const codes = order.aCartData[0]?.aCardCode.map(({ _id }) => _id) ?? [];
  const look = async (which: number, token = anna.token) => {
    const params = { id: order._id };
    const reply = await shop.call(viewCard, {
      token,
      params,
      body: { cardId: codes[which] ?? '' },
    });
    return reply.body.code ?? reply.status;
  };
  const looks = (token?: string) => Promise.all(codes.map((_, which) => look(which, token)));
  const logged = async () =>
    (await shop.call(listReveals, { token: anna.token, params: { id: order._id } })).body
      .totalCount;
  const lookAll = async (ids: readonly string[]) =>
    (
      await shop.call(viewCards, {
        token: anna.token,
        params: { id: order._id },
        body: { aCardIds: [...ids] },
      })
    ).body;
  const download = async () => {
    const body = { sPassword: testPassword };
    const asked = { token: anna.token, params: { id: order._id }, body };
    const reply = await shop.call(downloadCodes, asked);
    return reply.body?.code ?? reply.status;
  };
  return { shop, anna, card, codes, look, looks, lookAll, download, logged };
}

const fiveOfEight = [...Array(5).fill(200), ...Array(3).fill('order.unproven')];

describe('looks in one shop', () => {
  const shared = forAll(showingFive);

  test('a session that was just opened shows five codes, however fast it asks, and the others after the password', async () => {
    const { shop, anna, look, looks, logged } = await codesAt(shared());
    const replies = await looks();
    expect(replies.toSorted()).toEqual(fiveOfEight);
    expect(await logged()).toBe(5);
    // What it has seen it may see again.
    expect(await look(replies.indexOf(200))).toBe(200);
    const wrong = { token: anna.token, body: { sPassword: 'Not-this-one-1' } };
    expect((await shop.call(provePassword, wrong)).status).toBe(400);
    expect(await look(replies.indexOf('order.unproven'))).toBe('order.unproven');
    await shop.call(provePassword, { ...wrong, body: { sPassword: testPassword } });
    expect(await looks()).toEqual(Array(8).fill(200));
  });

  test('a session that was just opened shows codes of 100 together, however fast it asks', async () => {
    const { look, looks, logged } = await codesAt(shared(), 34_00n);
    const replies = await looks();
    expect(replies.toSorted()).toEqual([...Array(2).fill(200), ...Array(6).fill('order.unproven')]);
    expect(await logged()).toBe(2);
    // What it has seen it may see again.
    expect(await look(replies.indexOf(200))).toBe(200);
  });

  test('a session that was just opened takes the password for one code of more than 100', async () => {
    const { shop, anna, look } = await codesAt(shared(), 100_01n);
    expect(await look(0)).toBe('order.unproven');
    await shop.call(provePassword, { token: anna.token, body: { sPassword: testPassword } });
    expect(await look(0)).toBe(200);
    expect(await look(0)).toBe(200);
  });
});

test('the password counts for its session alone; without it all sessions of a member show five codes a day', async () => {
  const { shop, anna, looks } = await eightCodes();
  const [other = '', third = ''] = await Promise.all([
    signInAs(shop, anna.email, testPassword),
    signInAs(shop, anna.email, testPassword),
  ]);
  // Signing in by password is a proof for five minutes.
  await shop.moveClock(minutes(5) + 1);
  await shop.call(provePassword, { token: anna.token, body: { sPassword: testPassword } });
  expect(await looks()).toEqual(Array(8).fill(200));
  const inTurn = (await Promise.all([looks(other), looks(third)])).flat();
  const seen = inTurn.filter((reply) => reply === 200).length;
  // What one of them has seen the other may see, too.
  expect([seen >= 5, seen <= 10]).toEqual([true, true]);
  const { codes } = await shop.db.one(sql<{ codes: number }>`
    select count(distinct code_id)::int as codes from code_reveals where not proven`);
  expect(codes).toBe(5);
});

test('an unproven session shows no further codes, however many days it waits, until it is proven', async () => {
  const { shop, anna, looks, look } = await eightCodes();
  const replies = await looks();
  const unseen = replies.indexOf('order.unproven');
  for (let day = 0; day < 3; day += 1) {
    await shop.moveClock(hours(25));
    expect(await look(unseen)).toBe('order.unproven');
  }
  await shop.call(provePassword, { token: anna.token, body: { sPassword: testPassword } });
  expect(await looks()).toEqual(Array(8).fill(200));
  // From here on it counts anew; what was seen with the proof does not.
  await shop.moveClock(minutes(6));
  expect((await looks()).toSorted()).toEqual(fiveOfEight);
});

test('what one session has shown counts for a day in the member’s others', async () => {
  const { shop, anna, looks, look } = await eightCodes();
  const other = await signInAs(shop, anna.email, testPassword);
  await shop.moveClock(minutes(5) + 1);
  const unseen = (await looks()).indexOf('order.unproven');
  await shop.moveClock(hours(23));
  expect(await look(unseen, other)).toBe('order.unproven');
  await shop.moveClock(hours(1));
  expect(await look(unseen, other)).toBe(200);
});

test('what codes of several currencies cost is added up at their rates', async () => {
  const shop = await startShop({ working: false });
  await runChore(shop, 'rates.fetch');
  const { id, token } = await makeMember(shop);
  const bought = async (currency: Currency, priceMinor: bigint) => {
    const card = await makeCard(shop, { priceMinor, currency, codes: 1 });
    const wish = { card, totalMinor: priceMinor, currency, gateway: 'PayPal' } as const;
    const { sPayerId, ...body } = orderBody({ id }, wish);
    const { sPaymentId } = (await shop.call(initiate, { token, body })).body.data;
    await atProvider(shop, sPaymentId, 'approve');
    const { data } = (await shop.call(pay, { token, body: { ...body, sPayerId, sPaymentId } }))
      .body;
    const cardId = data.aCartData[0]?.aCardCode[0]?._id ?? '';
    return { token, params: { id: data._id }, body: { cardId } };
  };
  const [euros, dollars] = [await bought('eur', 41_00n), await bought('usd', 58_00n)];
  expect((await shop.call(viewCard, euros)).status).toBe(200);
  // A euro is more than a dollar: together they cost more than 100 dollars, though the numbers do not.
  expect((await shop.call(viewCard, dollars)).body.code).toBe('order.unproven');
  await shop.call(provePassword, { token, body: { sPassword: testPassword } });
  expect((await shop.call(viewCard, dollars)).status).toBe(200);
});

test('a member without a password proves a session by signing in', async () => {
  const { shop, looks } = await eightCodes();
  await shop.db.run(sql`update members set password_hash = null`);
  await shop.db.run(sql`update sessions set proven_at = app_now()`);
  expect(await looks()).toEqual(Array(8).fill(200));
  await shop.moveClock(hours(1) + minutes(1));
  expect((await looks()).toSorted()).toEqual(fiveOfEight);
});

test('several codes are revealed together, within the same bounds: all of them, or none', async () => {
  const { shop, anna, card, codes, lookAll, logged } = await eightCodes();
  await shop.db.run(sql`update codes set valid_until = '2031-05-06' where serial = 'S2'`);
  expect((await lookAll(codes.slice(0, 6))).code).toBe('order.unproven');
  expect((await lookAll([...codes.slice(0, 2), 'code_999999'])).code).toBe('order.code_not_found');
  expect(await logged()).toBe(0);
  // One that is named twice is looked at once.
  const { data } = await lookAll([...codes.slice(0, 5), codes[0] ?? '']);
  expect(data.map(({ _id }) => _id)).toEqual(codes.slice(0, 5));
  expect(data.map(({ sOrderContent }) => sOrderContent)).toEqual(card.codes.slice(0, 5));
  const days = data.map(({ dExpiresAt }) => dExpiresAt);
  expect(days).toEqual([null, '2031-05-06', null, null, null]);
  expect(await logged()).toBe(5);
  await shop.call(provePassword, { token: anna.token, body: { sPassword: testPassword } });
  expect((await lookAll(codes)).data).toHaveLength(8);
});

test('a member is shown so many codes an hour, the same ones again counted: each time is written down for ever', async () => {
  const { shop, anna, look, download, logged } = await eightCodes();
  await shop.throttle.hit(`codes shown ${anna.id}`, 10_000, hours(1), 9_990);
  expect([await look(0), await download()]).toEqual([200, 200]);
  expect([await look(0), await look(0), await download()]).toEqual([
    200,
    'request.throttled',
    'request.throttled',
  ]);
  expect(await logged()).toBe(10);
  await shop.moveClock(hours(1) + 1);
  expect([await look(0), await download()]).toEqual([200, 200]);
});
