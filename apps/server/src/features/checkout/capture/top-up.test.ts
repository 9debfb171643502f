/** Money added to a wallet by card: once, exactly what was asked, whatever happens between. */
import * as calls from '@giftlane/contract/money/wallet.ts';
import { describe, expect, test } from 'vitest';
import { runOn } from '../../../cli/run.testing.ts';
import { balanceOf, frozenOf, house } from '../../../ledger/ledger.ts';
import { sql } from '../../../platform/db/db.ts';
import { hours, minutes } from '../../../platform/process/durations.ts';
import {
  houseBalance,
  isFrozen,
  makeCard,
  makeMember,
  orderBody,
} from '../../../testing/builders.ts';
import { atProvider } from '../../../testing/buying.ts';
import {
  askProvider,
  atCapture,
  captureLate,
  everyCaptureSettled,
  providerCaptures,
  runChore,
  showing,
  takenToo,
} from '../../../testing/faults.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { tally } from '../../wallet/cards.testing.ts';
import { recordSeen } from '../disputes/resolve.ts';
import { askAboutCaptures } from '../disputes/taken-back.ts';
import { approvedTopUp, askToAdd, begun } from './top-up.testing.ts';

/** A shop whose chores run when the test says, at a provider that sends no webhooks. */
async function quiet(): Promise<TestShop> {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  return shop;
}

/** Lets jobs run until the books and the provider agree. */
async function settle(shop: TestShop): Promise<void> {
  const worker = await shop.work();
  await everyCaptureSettled(shop);
  await worker.stop();
}

const movements = async (shop: TestShop, { token }: { token: string }) =>
  (await shop.call(calls.listWalletTransactions, { token })).body.data;

test('API-49, WAL-23 a card payment is added to the wallet, once, and told by mail', async () => {
  const shop = await startShop();
  const topUp = await approvedTopUp(shop);
  const first = await topUp.add();
  expect([first.status, first.body.message]).toEqual([200, '$40.00 added to your wallet.']);
  expect(first.body.data).toMatchObject({
    _id: topUp.sTopUpId,
    sOrderId: topUp.body.sOrderId,
    eStatus: 'Complete',
    nTotalAmount: 40,
    eCurrency: 'usd',
  });
  const again = await topUp.add();
  expect(again.body).toEqual(first.body);
  expect(await topUp.anna.balance()).toBe(40_00n);
  expect(await movements(shop, topUp.anna)).toMatchObject([
    {
      sType: 'credit',
      eKind: 'add',
      sDescription: 'Money added by card',
      sOrderId: topUp.body.sOrderId,
      nTotalAmount: 40,
      eStatus: 'Complete',
    },
  ]);
  await everyCaptureSettled(shop);
  await expect
    .poll(() => shop.sandbox.mails(topUp.anna.email).map(({ subject }) => subject))
    .toEqual(['$40.00 is in your wallet']);
  // A pair that was spent answers the same for longer than one that was not would live.
  await shop.moveClock(minutes(6));
  expect((await topUp.add()).body).toEqual(first.body);
  expect(await topUp.anna.balance()).toBe(40_00n);
});

test('A 50 adds of one permit at once have one effect', async () => {
  const shop = await quiet();
  const topUp = await approvedTopUp(shop);
  const replies = await Promise.all(Array.from({ length: 50 }, () => topUp.add()));
  const counts = tally(replies);
  expect(Object.keys(counts).filter((name) => !['200', '202'].includes(name))).toEqual([]);
  expect((await topUp.add()).status).toBe(200);
  expect(await topUp.anna.balance()).toBe(40_00n);
  expect(await providerCaptures(shop)).toHaveLength(1);
});

test('what is added has a least amount, and a day’s limit by verification that is told before', async () => {
  const shop = await quiet();
  const { anna, add } = await approvedTopUp(shop, 499.5);
  const terms = async () =>
    (await shop.call(calls.showWalletTerms, { token: anna.token })).body.data.oAdd;
  const told = { nLeast: 5, nPerDay: 500, nPerDayVerified: 10_000, nLeft: 500 };
  expect(await terms()).toEqual(told);
  await add();
  expect(await terms()).toEqual({ ...told, nLeft: 0.5 });
  const setKyc = (status: string) =>
    shop.db.run(sql`update members set kyc_status = ${status} where id = ${anna.id}`);
  const little = await askToAdd(shop, anna, 4.99);
  expect([little.status, little.body.code, little.body.message]).toEqual([
    409,
    'wallet.add_too_little',
    'Add at least $5.00',
  ]);
  const much = await askToAdd(shop, anna, 5);
  expect([much.body.code, much.body.message]).toEqual([
    'wallet.add_limit',
    'You can add $0.50 more today. The daily limit is $500.00. Verify your identity for a higher limit.',
  ]);
  await setKyc('s');
  await setKyc('v');
  expect((await askToAdd(shop, anna, 9_500.5)).status).toBe(200);
  expect((await askToAdd(shop, anna, 9_500.51)).body.code).toBe('wallet.add_limit');
  const other = await approvedTopUp(shop, 500);
  await other.add();
  expect((await askToAdd(shop, other.anna, 5)).body.code).toBe('wallet.add_limit');
  await shop.moveClock(hours(23));
  expect((await askToAdd(shop, other.anna, 5)).body.code).toBe('wallet.add_limit');
  await shop.moveClock(hours(1));
  expect((await askToAdd(shop, other.anna, 500)).status).toBe(200);
});

describe('what is not added', () => {
  const shop = shopForAll({ working: false });

  test.each([
    ['no amount', { purpose: 'add' }, 'input.invalid'],
    ['nothing', { purpose: 'add', nTotalAmount: 0 }, 'input.invalid'],
    ['less than nothing', { purpose: 'add', nTotalAmount: -5 }, 'input.invalid'],
    ['a third decimal', { purpose: 'add', nTotalAmount: 5.005 }, 'input.invalid'],
    [
      'another currency',
      { purpose: 'add', nTotalAmount: 5, eCurrency: 'eur' },
      'wallet.add_currency',
    ],
  ] as const)('%s is not added', async (_, body, code) => {
    const { token } = await makeMember(shop());
    const reply = await shop().raw('POST', '/wallet/authorize', { token, body });
    expect(reply.body.code).toBe(code);
  });
});

test('only one payment is open: the one before is given up, and is not charged', async () => {
  const shop = await quiet();
  const first = await approvedTopUp(shop, 40);
  const second = await begun(shop, first.anna, 20);
  expect((await first.add()).body.code).toBe('wallet.add_over');
  await shop.moveClock(minutes(2));
  await runChore(shop, 'checkout.reconcile');
  expect(await providerCaptures(shop)).toEqual([]);
  await second.approve();
  expect((await second.add()).status).toBe(200);
  expect(await first.anna.balance()).toBe(20_00n);
});

test('a pair that is over adds nothing by itself; what was approved arrives all the same', async () => {
  const shop = await quiet();
  const topUp = await approvedTopUp(shop);
  await shop.moveClock(minutes(5));
  expect((await topUp.add()).body.code).toBe('wallet.token');
  await runChore(shop, 'checkout.reconcile');
  expect(await topUp.show()).toMatchObject({ eStatus: 'Complete' });
});

test('13 a pair adds its own payment alone, for its own member and session', async () => {
  const shop = await quiet();
  const topUp = await approvedTopUp(shop);
  const eve = await makeMember(shop);
  const hers = await begun(shop, eve);
  const refusals = [
    await topUp.add({}, eve.token),
    await topUp.add({ sPayerId: eve.id }, eve.token),
    await topUp.add({ secretToken: hers.body.secretToken }),
    await topUp.add({ sPaymentId: hers.sPaymentId }),
    await topUp.add({ nTotalAmount: 39.99 }),
    await topUp.add({ eCurrency: 'eur' }),
    await hers.add({ sPaymentId: topUp.sPaymentId }),
  ];
  expect(refusals.map(({ body }) => body.code)).toEqual([
    'input.invalid',
    'wallet.token',
    'wallet.token',
    'wallet.add_mismatch',
    'wallet.add_mismatch',
    'wallet.add_mismatch',
    'wallet.add_mismatch',
  ]);
  const foreign = await shop.call(calls.showTopUp, {
    token: eve.token,
    params: { id: topUp.sTopUpId },
  });
  expect(foreign.body.code).toBe('wallet.add_not_found');
  expect(await providerCaptures(shop)).toEqual([]);
  expect((await topUp.add()).status).toBe(200);
});

test('a payment nobody approved, or that is declined, adds nothing; another card is taken', async () => {
  const shop = await quiet();
  const anna = await makeMember(shop);
  const topUp = await begun(shop, anna);
  expect((await topUp.add()).body.code).toBe('payment.not_approved');
  await atProvider(shop, topUp.sPaymentId, 'decline');
  expect((await topUp.add()).body.code).toBe('payment.declined');
  expect(await anna.balance()).toBe(0n);
  await topUp.approve();
  expect((await topUp.add()).status).toBe(200);
  expect(await anna.balance()).toBe(40_00n);
});

test('L a closed tab: the webhook adds what was approved', async () => {
  const shop = await startShop();
  const { anna } = await approvedTopUp(shop);
  await expect.poll(() => anna.balance()).toBe(40_00n);
  await everyCaptureSettled(shop);
});

test('L a closed tab and no webhook: the reconciler adds what was approved', async () => {
  const shop = await quiet();
  const { anna } = await approvedTopUp(shop);
  await shop.moveClock(minutes(2));
  await runChore(shop, 'checkout.reconcile');
  expect(await anna.balance()).toBe(40_00n);
});

test('L an answer that is lost after the capture leaves it open, and it is added once', async () => {
  const shop = await quiet();
  const topUp = await approvedTopUp(shop);
  shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', after: true });
  const open = await topUp.add();
  expect([open.status, open.body.data.eStatus]).toEqual([202, 'Pending']);
  expect((await askToAdd(shop, topUp.anna, 20)).body.code).toBe('wallet.add_being_paid');
  await shop.moveClock(minutes(1));
  await runChore(shop, 'checkout.reconcile');
  expect(await topUp.show()).toMatchObject({ eStatus: 'Complete' });
  expect((await topUp.add()).status).toBe(200);
  expect(await topUp.anna.balance()).toBe(40_00n);
  await everyCaptureSettled(shop);
});

test('11 money that comes after the lapse is added; after the member gave up it goes back', async () => {
  const shop = await quiet();
  const late = await approvedTopUp(shop);
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.lapse');
  expect(await late.show()).toMatchObject({ eStatus: 'Denied' });
  await captureLate(shop, late.sPaymentId);
  await shop.moveClock(minutes(1));
  await tellOf(shop, late.sPaymentId);
  expect(await late.anna.balance()).toBe(40_00n);
  const given = await begun(shop, late.anna, 30);
  await given.approve();
  await begun(shop, late.anna, 20);
  await captureLate(shop, given.sPaymentId);
  await tellOf(shop, given.sPaymentId);
  await settle(shop);
  expect(await late.anna.balance()).toBe(40_00n);
  expect((await providerCaptures(shop)).map(({ status }) => status).sort()).toEqual([
    'COMPLETED',
    'REFUNDED',
  ]);
  const subjects = shop.sandbox.mails(late.anna.email).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual([
    '$40.00 is in your wallet',
    "We're returning a payment into your wallet",
  ]);
});

/** What a webhook of a capture would have the shop find out. */
async function tellOf(shop: TestShop, sPaymentId: string): Promise<void> {
  const shown = await shop.checkout.payments.showOrder(sPaymentId);
  if (shown.kind !== 'done') throw new Error('the provider does not answer');
  for (const capture of shown.value.captures) await recordSeen(shop.checkout, capture);
}

test.each([
  ['one cent less', { kind: 'wrong_amount', value: '39.99' }, '$39.99'],
  ['one cent more', { kind: 'wrong_amount', value: '40.01' }, '$40.01'],
  ['the same number of another currency', { kind: 'wrong_currency', currency: 'CAD' }, 'CA$40.00'],
] as const)('5 %s captured is not added, and goes back', async (_, fault, amount) => {
  const shop = await quiet();
  const topUp = await approvedTopUp(shop);
  shop.sandbox.faults.add({ operation: 'capture', times: 1, ...fault });
  expect((await topUp.add()).body.code).toBe('wallet.add_returned');
  expect((await topUp.add()).body.code).toBe('wallet.add_returned');
  expect(await topUp.show()).toMatchObject({
    eStatus: 'Denied',
    sNotice: `A payment of ${amount} doesn't match what you asked for. We're returning it and added nothing to your wallet.`,
  });
  await settle(shop);
  expect(await topUp.anna.balance()).toBe(0n);
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'REFUNDED' }]);
});

test('a frozen member adds nothing, and what was approved is not captured', async () => {
  const shop = await quiet();
  const topUp = await approvedTopUp(shop);
  await shop.db.run(sql`
    update members set frozen_at = app_now(), frozen_reason = 'test' where id = ${topUp.anna.id}`);
  expect((await topUp.add()).body.code).toBe('account.frozen');
  expect((await askToAdd(shop, topUp.anna, 10)).body.code).toBe('account.frozen');
  await shop.moveClock(minutes(2));
  await runChore(shop, 'checkout.reconcile');
  expect(await providerCaptures(shop)).toEqual([]);
});

/** 40.00 were added, and Anna has bought for `spent` tens of it. */
async function added(shop: TestShop, spent: number) {
  const topUp = await approvedTopUp(shop);
  await topUp.add();
  if (spent > 0) {
    const card = await makeCard(shop, { priceMinor: 10_00n });
    const totalMinor = BigInt(spent) * 10_00n;
    const body = orderBody(topUp.anna, { card, quantity: spent, totalMinor });
    await shop.raw('POST', '/transaction', { token: topUp.anna.token, body });
  }
  const [capture] = await providerCaptures(shop);
  const frozen = () => balanceOf(shop.db, frozenOf(topUp.anna.id, 'usd'));
  const askAbout = async () => {
    await shop.moveClock(minutes(31));
    await runChore(shop, 'checkout.captures');
  };
  return { ...topUp, captureId: capture?.id ?? '', frozen, askAbout };
}

test.each([
  [0, 40_00n],
  [1, 30_00n],
  [4, 0n],
])(
  '2 of a disputed payment of which %d tens were spent, %d cents are set aside',
  async (spent, left) => {
    const shop = await quiet();
    const topUp = await added(shop, spent);
    await atCapture(shop, topUp.captureId, 'reverse');
    await topUp.askAbout();
    expect(await isFrozen(shop, topUp.anna.id)).toBe(true);
    expect([await topUp.anna.balance(), await topUp.frozen()]).toEqual([0n, left]);
    await topUp.askAbout();
    expect(await topUp.frozen()).toBe(left);
    await everyCaptureSettled(shop);
    if (left === 0n) return;
    expect((await movements(shop, topUp.anna))[0]).toMatchObject({
      eKind: 'freeze',
      eStatus: 'Denied',
      sDescription: 'On hold: payment reversed',
    });
  },
);

test('an operator freezes a member and ends a freeze, a dispute’s too', async () => {
  const shop = await quiet();
  const topUp = await added(shop, 0);
  const { email, id } = topUp.anna;
  await atCapture(shop, topUp.captureId, 'reverse');
  await topUp.askAbout();
  const ended = await runOn(shop, 'member', 'unfreeze', email);
  expect([ended.code, ended.stdout]).toEqual([
    0,
    `${email} was frozen: payment ${topUp.captureId} was reversed\n`,
  ]);
  expect(await isFrozen(shop, id)).toBe(false);
  expect((await runOn(shop, 'member', 'unfreeze', email)).code).toBe(1);
  expect((await runOn(shop, 'member', 'freeze', email, '--reason', 'asked us to')).code).toBe(0);
  expect(await isFrozen(shop, id)).toBe(true);
  expect((await runOn(shop, 'member', 'freeze', 'nobody@example.com', '--reason', 'x')).code).toBe(
    1,
  );
});

test('what was set aside is kept by the house or given back, once, by an operator', async () => {
  const shop = await quiet();
  const topUp = await added(shop, 1);
  await atCapture(shop, topUp.captureId, 'reverse', { value: '10.00' });
  await topUp.askAbout();
  expect([await topUp.anna.balance(), await topUp.frozen()]).toEqual([20_00n, 10_00n]);
  const listed = await runOn(shop, 'frozen', 'list');
  expect(listed.stdout).toBe(`${topUp.captureId}  10.00 usd of member ${topUp.anna.id}\n`);
  expect((await runOn(shop, 'frozen', 'release', topUp.captureId)).code).toBe(0);
  expect(await topUp.anna.balance()).toBe(30_00n);
  expect((await runOn(shop, 'frozen', 'release', topUp.captureId)).code).toBe(1);
  await atCapture(shop, topUp.captureId, 'reverse', { value: '15.00' });
  await topUp.askAbout();
  expect([await topUp.anna.balance(), await topUp.frozen()]).toEqual([15_00n, 15_00n]);
  expect((await runOn(shop, 'frozen', 'keep', topUp.captureId)).code).toBe(0);
  expect([await topUp.anna.balance(), await topUp.frozen()]).toEqual([15_00n, 0n]);
  expect(await houseBalance(shop, house('losses', 'usd'))).toBe(0n);
});

test('money that was given back in the provider’s dashboard is taken out of the wallet, as far as it is there', async () => {
  const shop = await quiet();
  const topUp = await added(shop, 1);
  await askProvider(shop, 'POST', `/v2/payments/captures/${topUp.captureId}/refund`);
  await topUp.askAbout();
  expect(await isFrozen(shop, topUp.anna.id)).toBe(false);
  expect([await topUp.anna.balance(), await topUp.frozen()]).toEqual([0n, 0n]);
  const { losses } = await shop.db.one(sql<{ losses: bigint }>`
    select sum(p.amount)::bigint as losses from ledger_postings p
    join ledger_accounts a on a.id = p.account_id where a.name = 'house:losses:usd'`);
  expect(losses).toBe(-10_00n);
});

test('what was kept of one dispute is not booked as paid when another of the same payment is won', async () => {
  const shop = await quiet();
  const topUp = await added(shop, 1);
  await atCapture(shop, topUp.captureId, 'reverse', { value: '10.00' });
  await topUp.askAbout();
  expect((await runOn(shop, 'frozen', 'keep', topUp.captureId)).code).toBe(0);
  await atCapture(shop, topUp.captureId, 'reverse', { value: '15.00' });
  await topUp.askAbout();
  expect((await runOn(shop, 'frozen', 'release', topUp.captureId)).code).toBe(0);
  // The first ten are gone for good: the member bore them.
  expect(await houseBalance(shop, house('losses', 'usd'))).toBe(0n);
});

test('a dispute of added money that was spent is won, and the next one of it freezes and is booked', async () => {
  const shop = await quiet();
  const topUp = await added(shop, 4);
  const { captureId, anna } = topUp;
  await atCapture(shop, captureId, 'reverse');
  await topUp.askAbout();
  expect(await isFrozen(shop, anna.id)).toBe(true);
  // The provider pays after all; the operator says so, and ends the freeze.
  await runOn(shop, 'frozen', 'release', captureId);
  await runOn(shop, 'member', 'unfreeze', anna.email);
  // Then the bank takes it again; the first reversal stays in the record.
  const twice = showing(shop, takenToo('CHARGEBACK', 40_00n));
  await shop.moveClock(hours(24));
  await askAboutCaptures(twice);
  expect(await isFrozen(shop, anna.id)).toBe(true);
});
