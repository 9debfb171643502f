import * as calls from '@giftlane/contract/shop/points.ts';
import { describe, expect, test } from 'vitest';
import { runOn } from '../../cli/run.testing.ts';
import { sql } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { days } from '../../platform/process/durations.ts';
import { makeMember, type TestMember } from '../../testing/builders.ts';
import { runChore } from '../../testing/faults.ts';
import { longTest } from '../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { placeOf } from '../accounts/sessions/arrival.ts';
import { rememberPlace } from '../accounts/sessions/session-queries.ts';
import { refundOrder } from '../checkout/refund/refund.ts';
import { send, sendPermit } from '../wallet/send/send.testing.ts';
import { bought, codeOf, pointsNow, settle, spend, tie } from './points.testing.ts';

async function start({ perYear }: { perYear?: number } = {}) {
  const shop = await startShop({ working: false });
  // Before it is read for the first time: what was read is remembered for a while.
  if (perYear !== undefined)
    await shop.db.run(sql`
      update site_options set value = ${String(perYear)} where name = 'friend_yearly_limit'`);
  return startAt(shop);
}

/** Anna has bought something, and Ben came over her link. */
async function startAt(shop: TestShop) {
  const anna = await makeMember(shop, { walletMinor: 100_00n, verified: true });
  await bought(shop, anna, { totalMinor: 50n });
  const ben = await makeMember(shop, { walletMinor: 100_00n, verified: true });
  const code = await codeOf(shop, anna);
  return { shop, anna, ben, code };
}

const tied = async (limits?: Parameters<typeof start>[0]) => withTie(await start(limits));

const tiedAt = async (shop: TestShop) => withTie(await startAt(shop));

async function withTie(all: Awaited<ReturnType<typeof startAt>>) {
  expect((await tie(all.shop, all.ben, all.code)).status).toBe(200);
  return all;
}

/** Ben buys by card from an account of his own, and the wait is over. */
async function later(shop: TestShop, byDays = 15): Promise<void> {
  await settle(shop);
  await shop.moveClock(days(byDays));
  await runChore(shop, 'points.friends');
}

const state = async (shop: TestShop, { id }: TestMember) => {
  const row = await shop.db.one(sql<{ state: string; reason: string | null }>`
    select state, reason from friends where member_id = ${id}`);
  return row.reason ?? row.state;
};

test('HOME-07 a friend’s first purchase brings points when it has stood for two weeks, once', async () => {
  const { shop, anna, ben } = await tied();
  await bought(shop, ben, { payer: 'BEN' });
  await bought(shop, ben, { payer: 'BEN' });
  await later(shop, 13);
  expect(await pointsNow(shop, anna)).toBe(0n);
  await later(shop, 2);
  expect(await pointsNow(shop, anna)).toBe(500n);
  await later(shop, 2);
  expect(await pointsNow(shop, anna)).toBe(500n);
  const shown = await runOn(shop, 'points', 'show', anna.email, '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ points: 500, friends: [{ state: 'paid' }] });
});

describe('friends in one shop', () => {
  const shared = shopForAll({ working: false });

  test('HOME-07 the page says how many friends came and what became of them, without names', async () => {
    const { shop, anna, ben } = await tiedAt(shared());
    await bought(shop, ben, { payer: 'BEN' });
    await settle(shop);
    const reply = await shop.call(calls.showPoints, { token: anna.token });
    expect(reply.body.data.oFriends).toMatchObject({
      nPoints: 500,
      nLeastPurchase: 50,
      nInvited: 1,
      nWaiting: 1,
      nPaid: 0,
    });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    for (const secret of [ben.id, ben.email, 'Archer'])
      expect(JSON.stringify(reply.body)).not.toContain(secret);
  });

  test('there are no circles of friends, whoever writes them', async () => {
    const { shop, anna, ben } = await tiedAt(shared());
    const cleo = await makeMember(shop);
    await tie(shop, cleo, await codeOf(shop, ben));
    // Anna has an order, so only the database stands in the way.
    for (const young of [ben, cleo]) {
      const circle = shop.db.run(sql`
        insert into friends (member_id, inviter_id, near) values (${anna.id}, ${young.id}, false)`);
      const error = await circle.catch((caught: unknown) => caught);
      expect(brokenConstraint(error)).toBe('friends_of_an_older');
    }
  });

  test('codes are not guessed: after ten tries there is a wait', async () => {
    const { shop, ben } = await startAt(shared());
    const replies = [];
    for (let i = 0; i < 12; i += 1)
      replies.push(await tie(shop, ben, `guess${String(i).padStart(11, '0')}`));
    expect(replies.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 10 }, () => 404),
      429,
      429,
    ]);
  });

  test('5 who paid is kept as a keyed fingerprint, which says nothing of the account', async () => {
    const { shop, ben } = await startAt(shared());
    await bought(shop, ben, { payer: 'BENSACCOUNT1' });
    const { payer } = await shop.db.one(
      sql<{ payer: Buffer }>`select payer from payment_captures where member_id = ${ben.id}`,
    );
    expect(payer).toEqual(shop.config.keys.fingerprint('payer paypal BENSACCOUNT1'));
  });
});

test('one who pays from the account of another member brings nothing', async () => {
  const { shop, anna, ben } = await tied();
  await bought(shop, anna, { payer: 'ANNA' });
  await bought(shop, ben, { payer: 'ANNA' });
  await later(shop);
  // Her own purchase brought her its points.
  expect([await state(shop, ben), await pointsNow(shop, anna)]).toEqual(['one payer', 100n]);
});

test('two second accounts of one person bring nothing either', async () => {
  const { shop, anna, ben, code } = await tied();
  const cleo = await makeMember(shop, { verified: true });
  await tie(shop, cleo, code);
  await bought(shop, ben, { payer: 'SOMEBODY' });
  await bought(shop, cleo, { payer: 'SOMEBODY' });
  await later(shop);
  expect([await state(shop, ben), await state(shop, cleo)]).toEqual(['one payer', 'one payer']);
  expect(await pointsNow(shop, anna)).toBe(0n);
});

test('one who came from a network the other signs in from brings nothing', async () => {
  const { shop, anna, ben, code } = await start();
  const place = placeOf(anna.email, networkOf('127.0.0.1'));
  await shop.db.tx((tx) => rememberPlace(tx, anna.id, place));
  await tie(shop, ben, code);
  await bought(shop, ben, { payer: 'BEN' });
  await later(shop);
  expect([await state(shop, ben), await pointsNow(shop, anna)]).toEqual(['one network', 0n]);
});

test.each(['forth', 'back'])('money sent %s between the two ends it', async (way) => {
  const { shop, anna, ben } = await tied();
  const [from, to] = way === 'forth' ? [anna, ben] : [ben, anna];
  await send(shop, from, { permit: await sendPermit(shop, from), to: to.id, amount: 1 });
  await bought(shop, ben, { payer: 'BEN' });
  await later(shop);
  expect([await state(shop, ben), await pointsNow(shop, anna)]).toEqual([
    'money between the two',
    0n,
  ]);
});

test('a purchase that was given back meanwhile brings nothing', async () => {
  const { shop, anna, ben } = await tied();
  const key = await bought(shop, ben, { payer: 'BEN' });
  await settle(shop);
  await refundOrder(shop, key, { reason: 'asked for' });
  await bought(shop, ben, { payer: 'BEN' });
  await later(shop);
  expect([await state(shop, ben), await pointsNow(shop, anna)]).toEqual(['given back', 0n]);
});

test('a purchase whose payment was taken back meanwhile brings nothing', async () => {
  const { shop, anna, ben } = await tied();
  const { id } = await bought(shop, ben, { payer: 'BEN' });
  await settle(shop);
  await shop.db.run(sql`
    insert into capture_reversals (provider, id, capture_id, amount_minor)
    select provider, 'TAKEN', capture_id, 100 from payment_captures where order_id = ${id}`);
  await later(shop);
  expect([await state(shop, ben), await pointsNow(shop, anna)]).toEqual(['given back', 0n]);
});

test('6 a purchase given back after it brought points takes them along as far as they are left', async () => {
  const { shop, anna, ben } = await tied();
  const key = await bought(shop, ben, { payer: 'BEN' });
  await settle(shop);
  await shop.db.run(sql`update friends set due_at = app_now()`);
  await runChore(shop, 'points.friends');
  expect((await spend(shop, anna, 200)).status).toBe(200);
  await refundOrder(shop, key, { reason: 'asked for' });
  await settle(shop);
  expect(await pointsNow(shop, anna)).toBe(0n);
  const { data } = (await shop.call(calls.listPoints, { token: anna.token })).body;
  expect(data.map(({ eKind, nPoints }) => [eKind, nPoints])).toEqual([
    ['friendBack', -300],
    ['spent', -200],
    ['friend', 500],
  ]);
});

test.each([
  ['from the wallet', {}],
  ['mostly from the wallet', { payer: 'BEN', walletMinor: 51_00n }],
  ['of little', { payer: 'BEN', totalMinor: 49_99n }],
])('a purchase %s does not count', async (_, how) => {
  const { shop, anna, ben } = await tied();
  await bought(shop, ben, how);
  await later(shop);
  expect([await state(shop, ben), await pointsNow(shop, anna)]).toEqual(['tied', 0n]);
});

test('who has bought nothing, or proved no address, waits until they have', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const ben = await makeMember(shop, { verified: true });
  await tie(shop, ben, await codeOf(shop, anna));
  await bought(shop, ben, { payer: 'BEN' });
  await settle(shop);
  await shop.db.run(sql`update friends set due_at = app_now()`);
  await runChore(shop, 'points.friends');
  await bought(shop, anna, { totalMinor: 50n });
  await later(shop, 2);
  expect([await state(shop, ben), await pointsNow(shop, anna)]).toEqual(['tied', 0n]);
  await shop.db.run(sql`update members set email_verified_at = app_now()`);
  await later(shop, 2);
  expect([await state(shop, ben), await pointsNow(shop, anna)]).toEqual(['paid', 500n]);
});

longTest.each(['inviter', 'friend'])(
  'while the account of the %s is closed nothing is paid',
  async (who) => {
    const { shop, anna, ben } = await tied();
    await bought(shop, ben, { payer: 'BEN' });
    const { id } = who === 'friend' ? ben : anna;
    await shop.db.run(sql`update members set closed_at = app_now() where id = ${id}`);
    await later(shop);
    expect([await state(shop, ben), await pointsNow(shop, anna)]).toEqual(['tied', 0n]);
    await shop.db.run(sql`update members set closed_at = null where id = ${id}`);
    await later(shop, 2);
    expect([await state(shop, ben), await pointsNow(shop, anna)]).toEqual(['paid', 500n]);
  },
);

test('within a year so many friends bring points, also when they are looked at at once', async () => {
  const { shop, anna, ben, code } = await tied({ perYear: 1 });
  const cleo = await makeMember(shop, { verified: true });
  await tie(shop, cleo, code);
  await bought(shop, ben, { payer: 'BEN' });
  await bought(shop, cleo, { payer: 'CLEO' });
  await settle(shop);
  await shop.moveClock(days(15));
  await Promise.all([runChore(shop, 'points.friends'), runChore(shop, 'points.friends')]);
  expect([await state(shop, ben), await state(shop, cleo)].sort()).toEqual([
    'limit of the year',
    'paid',
  ]);
  expect(await pointsNow(shop, anna)).toBe(500n);
});

test('one is tied once, and for good', async () => {
  const { shop, ben, code } = await tied();
  expect((await tie(shop, ben, code)).status).toBe(200);
  const cleo = await makeMember(shop);
  const dora = await makeMember(shop);
  await tie(shop, dora, code);
  expect((await tie(shop, dora, await codeOf(shop, cleo))).body.code).toBe('points.friend_not_new');
  const changes = [
    sql`update friends set inviter_id = ${cleo.id}`,
    sql`update friends set near = true`,
  ];
  for (const change of changes) {
    const error = await shop.db.run(change).catch((caught: unknown) => caught);
    expect(brokenConstraint(error)).toBe('friends_once');
  }
});

test('nobody is tied to themselves, late, after an order, or by a code there is not', async () => {
  const { shop, anna, ben, code } = await start();
  expect((await tie(shop, anna, code)).body.code).toBe('points.friend_not_new');
  expect((await tie(shop, ben, '0000000000000000')).body.code).toBe('points.friend_unknown');
  const cleo = await makeMember(shop, { walletMinor: 1_00n });
  await bought(shop, cleo, { totalMinor: 50n });
  expect((await tie(shop, cleo, code)).body.code).toBe('points.friend_not_new');
  await shop.moveClock(days(8));
  expect((await tie(shop, ben, code)).body.code).toBe('points.friend_not_new');
  expect(await shop.db.rows(sql`select 1 from friends`)).toEqual([]);
});
