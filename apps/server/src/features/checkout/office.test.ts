/** Refunds, unmatched money and disputes as the back office works them. */
import type { Call } from '@giftlane/contract/call.ts';
import * as calls from '@giftlane/contract/office/money-queues.ts';
import { expect, test } from 'vitest';
import { runOn } from '../../cli/run.testing.ts';
import { balanceOf, frozenOf, house } from '../../ledger/ledger.ts';
import { sql } from '../../platform/db/db.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import { houseBalance } from '../../testing/builders.ts';
import { atProvider, initiated } from '../../testing/buying.ts';
import { atCapture, captureLate, providerCaptures, runChore } from '../../testing/faults.ts';
import { makeOperator, officeOf, type TestOperator } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { freeze } from '../accounts/accounts.ts';
import { approvedTopUp } from './capture/top-up.testing.ts';
import { askAboutCaptures } from './disputes/taken-back.ts';
import { refundOrder } from './refund/refund.ts';

async function quiet() {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  return shop;
}

/** Operators who have just signed in. */
async function people(shop: TestShop) {
  const office = officeOf(shop);
  return {
    olga: await makeOperator(shop, 'finance', office),
    boris: await makeOperator(shop, 'finance', office),
    sara: await makeOperator(shop, 'support', office),
  };
}

/** An order of 30.00 by card whose refund the provider refuses. */
async function refused(shop: TestShop) {
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  const { data } = (await order.confirm()).body;
  await refundOrder(shop, { memberId: order.anna.id, id: data._id }, { reason: 'asked for' });
  shop.sandbox.faults.add({ operation: 'refund', kind: 'issue', value: 'REFUND_NOT_ALLOWED' });
  await shop.moveClock(hours(3));
  await runChore(shop, 'checkout.refunds');
  const { id, state } = await shop.db.one(sql<{ id: string; state: string }>`
    select id, state from refunds where member_id = ${order.anna.id}`);
  expect(state).toBe('refused');
  return { order, id, orderId: data._id, params: { id } };
}

/** 40.00 that a card added and a dispute took back. */
async function disputed(shop: TestShop) {
  const topUp = await approvedTopUp(shop);
  expect((await topUp.add()).status).toBe(200);
  const captures = await providerCaptures(shop);
  const id = captures.find(({ orderId }) => orderId === topUp.sPaymentId)?.id ?? '';
  await atCapture(shop, id, 'reverse');
  await shop.moveClock(hours(1));
  await askAboutCaptures(shop.checkout);
  const aside = () => balanceOf(shop.db, frozenOf(topUp.anna.id, 'usd'));
  expect(await aside()).toBe(40_00n);
  return { ...topUp, id, params: { id }, aside, of: { sOf: '40.00' } };
}

const ids = async (operator: TestOperator, call: Call) =>
  (await operator.call(call)).data.aRows.map(({ _id }: { _id: string }) => _id);

test('a refused refund is listed with all that decides it, and sent again once', async () => {
  const shop = await quiet();
  const { order, id, orderId, params } = await refused(shop);
  const { olga, boris } = await people(shop);
  expect(await ids(olga, calls.listRefunds)).toEqual([id]);
  const { data } = await olga.call(calls.showRefund, { params });
  expect(data).toMatchObject({
    eState: 'refused',
    oAmount: { sAmount: '30.00', sUnit: 'usd' },
    oMember: { _id: order.anna.id, sEmail: order.anna.email, bFrozen: false },
  });
  const facts = Object.fromEntries(
    data.aFacts.map((fact: { eFact: string; sValue: string }) => [fact.eFact, fact.sValue]),
  );
  expect(facts).toMatchObject({ order: orderId, reason: 'asked for', captured: '$30.00' });
  expect(facts.problem).toBeTruthy();
  const sums = await olga.call(calls.sumRefund, { params });
  expect(sums.data).toEqual({
    aBooked: [],
    aLater: [
      { sAccount: 'house:refunds_payable:usd', sAmount: '-30.00', sUnit: 'usd' },
      { sAccount: 'house:paypal_clearing:usd', sAmount: '30.00', sUnit: 'usd' },
    ],
  });
  expect((await olga.call(calls.sendRefund, { params })).status).toBe(200);
  // Pressed twice, and by somebody else.
  expect(await olga.call(calls.sendRefund, { params })).toMatchObject({
    code: 'case.decided',
    message: `${olga.email} has decided this already: the refund is on its way`,
  });
  expect((await boris.call(calls.sendRefund, { params })).code).toBe('case.decided');
  shop.sandbox.faults.clear();
  await runChore(shop, 'checkout.refunds');
  expect(await houseBalance(shop, house('refunds_payable', 'usd'))).toBe(0n);
  await shop.moveClock(minutes(11));
  expect(await boris.call(calls.sendRefund, { params })).toMatchObject({
    code: 'case.decided',
    message: `${olga.email} has decided this already: the refund is made`,
  });
  expect(await ids(olga, calls.listRefunds)).toEqual([]);
});

test('two send one refund at the same time, 20 rounds: it is sent once, the other is told', async () => {
  const shop = await quiet();
  const { id, params } = await refused(shop);
  const { olga, boris } = await people(shop);
  for (let round = 0; round < 20; round += 1) {
    const tries = await Promise.all([
      olga.call(calls.sendRefund, { params }),
      boris.call(calls.sendRefund, { params }),
      olga.call(calls.sendRefund, { params }),
    ]);
    const codes = tries.map(({ code }) => code).sort();
    expect(codes.filter((code) => code === '')).toHaveLength(1);
    expect(codes.filter((code) => /^case[.](held|decided)$/.test(code))).toHaveLength(2);
    await shop.db.run(sql`update refunds set state = 'refused' where id = ${id}`);
    await shop.db.run(sql`delete from office_cases`);
  }
});

test('what the provider took back by itself has to be said, and sums show it taken off', async () => {
  const shop = await quiet();
  const { order, params } = await refused(shop);
  const captures = await providerCaptures(shop);
  const captureId = captures.find(({ orderId }) => orderId === order.sPaymentId)?.id ?? '';
  await atCapture(shop, captureId, 'reverse', { value: '10.00' });
  await shop.moveClock(hours(3));
  await askAboutCaptures(shop.checkout);
  const { olga } = await people(shop);
  expect((await olga.call(calls.sendRefund, { params })).code).toBe('refund.given_back');
  expect((await olga.call(calls.sumRefund, { params })).code).toBe('refund.given_back');
  const given = { sGivenBack: '10' };
  const { data } = await olga.call(calls.sumRefund, { params, query: given });
  expect(data.aBooked).toEqual([
    { sAccount: 'house:refunds_payable:usd', sAmount: '-10.00', sUnit: 'usd' },
    { sAccount: 'house:losses:usd', sAmount: '10.00', sUnit: 'usd' },
  ]);
  expect(data.aLater.map(({ sAmount }: { sAmount: string }) => sAmount)).toEqual([
    '-20.00',
    '20.00',
  ]);
  // A rehearsal books nothing.
  expect(await houseBalance(shop, house('refunds_payable', 'usd'))).toBe(30_00n);
  expect((await olga.call(calls.sendRefund, { params, body: given })).status).toBe(200);
  expect(await houseBalance(shop, house('refunds_payable', 'usd'))).toBe(20_00n);
});

test('a payment that fits nothing is in its own queue until it is given back', async () => {
  const shop = await startShop({ working: false });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.lapse');
  // So it pays the order no more.
  await shop.db.tx((tx) => freeze(tx, order.anna.id, 'a test'));
  shop.sandbox.faults.add({
    operation: 'refund',
    kind: 'issue',
    value: 'REFUND_NOT_ALLOWED',
    times: 'always',
  });
  await captureLate(shop, order.sPaymentId);
  const worker = await shop.work();
  await expect
    .poll(() => shop.db.rows(sql`select 1 from refunds where state = 'refused'`))
    .toHaveLength(1);
  await worker.stop();
  const { olga, sara } = await people(shop);
  const [id] = await ids(olga, calls.listUnmatched);
  expect(await ids(olga, calls.listRefunds)).toEqual([]);
  const params = { id };
  const { data } = await olga.call(calls.showUnmatched, { params });
  expect(data).toMatchObject({ eState: 'refused', oMember: { _id: order.anna.id } });
  const { data: sums } = await olga.call(calls.sumRefund, { params });
  expect(sums.aLater[0]).toMatchObject({ sAccount: 'house:unmatched:usd', sAmount: '-30.00' });
  expect((await sara.call(calls.listUnmatched)).code).toBe('session.not_permitted');
  // Nor by the calls of the other queue.
  for (const call of [calls.showRefund, calls.sumRefund, calls.sendRefund])
    expect((await sara.call(call, { params })).code).toBe('session.not_permitted');
  expect((await olga.call(calls.sendRefund, { params })).status).toBe(200);
  shop.sandbox.faults.clear();
  await runChore(shop, 'checkout.refunds');
  expect(await ids(olga, calls.listUnmatched)).toEqual([]);
  expect(await houseBalance(shop, house('unmatched', 'usd'))).toBe(0n);
});

test('a dispute shows what is frozen and what each decision books; kept, it is decided once', async () => {
  const shop = await quiet();
  const { anna, params, id, of, aside } = await disputed(shop);
  const { olga, boris, sara } = await people(shop);
  expect(await ids(olga, calls.listDisputes)).toEqual([id]);
  expect((await sara.call(calls.keepDispute, { params, body: of })).code).toBe(
    'session.not_permitted',
  );
  const { data } = await olga.call(calls.showDispute, { params });
  expect(data).toMatchObject({
    eState: 'disputed',
    oAmount: { sAmount: '40.00', sUnit: 'usd' },
    oMember: { _id: anna.id, bFrozen: true },
  });
  expect(data.aFacts).toContainEqual({ eFact: 'frozen', sValue: '$40.00' });
  const sums = async (query: { sOf: string; sAmount?: string }) =>
    (await olga.call(calls.sumDispute, { params, query })).data.aBooked.map(
      ({ sAccount, sAmount }: { sAccount: string; sAmount: string }) =>
        `${sAccount.replace(anna.id, 'anna')} ${sAmount}`,
    );
  expect(await sums(of)).toEqual(['member:anna:frozen:usd -40.00', 'house:losses:usd 40.00']);
  expect(await sums({ ...of, sAmount: '15' })).toEqual([
    'member:anna:frozen:usd -15.00',
    'member:anna:wallet:usd 15.00',
    'house:paypal_clearing:usd -15.00',
    'house:losses:usd 15.00',
  ]);
  expect([await aside(), await anna.balance()]).toEqual([40_00n, 0n]);
  // What was shown is not what is open any more.
  const old = await olga.call(calls.keepDispute, { params, body: { sOf: '30' } });
  expect(old.code).toBe('dispute.other_amount');
  expect((await olga.call(calls.keepDispute, { params, body: of })).status).toBe(200);
  expect([await aside(), await houseBalance(shop, house('losses', 'usd'))]).toEqual([0n, 0n]);
  await shop.moveClock(minutes(11));
  // The other order of the same two decisions.
  const late = await boris.call(calls.releaseDispute, {
    params,
    body: { ...of, sAmount: '40' },
  });
  expect(late).toMatchObject({
    code: 'case.decided',
    message: `${olga.email} has decided this already: nothing of this payment is open`,
  });
  expect(await ids(olga, calls.listDisputes)).toEqual([]);
});

test('two decide one dispute at the same time, 20 rounds: one decision is booked', async () => {
  const shop = await quiet();
  for (let round = 0; round < 20; round += 1) {
    const { params, of, aside, anna } = await disputed(shop);
    const { olga, boris } = await people(shop);
    const tries = await Promise.all([
      olga.call(calls.keepDispute, { params, body: of }),
      boris.call(calls.releaseDispute, { params, body: { ...of, sAmount: '40' } }),
      olga.call(calls.keepDispute, { params, body: of }),
    ]);
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    const released = tries[1]?.status === 200;
    expect([await aside(), await anna.balance()]).toEqual([0n, released ? 40_00n : 0n]);
  }
});

test('a decision at the command line is told to the office, and stands in the history', async () => {
  const shop = await quiet();
  const { params, id, of } = await disputed(shop);
  const { olga } = await people(shop);
  expect((await runOn(shop, 'frozen', 'release', id)).code).toBe(0);
  const { code, message } = await olga.call(calls.keepDispute, { params, body: of });
  expect([code, message]).toEqual([
    'case.decided',
    expect.stringMatching(/^command line: .+ has decided this already/),
  ]);
  const { data } = await olga.call(calls.showDispute, { params });
  expect(data.aHistory.map(({ sDeed }: { sDeed: string }) => sDeed)).toContain('frozen release');
});
