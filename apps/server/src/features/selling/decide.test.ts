/** Operators accept and decline offers: one effect, whatever happens at the same time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test, vi } from 'vitest';
import { actor } from '../../cli/audit.ts';
import { runCli, runOn, tempFolder } from '../../cli/run.testing.ts';
import { balanceOf, house } from '../../ledger/ledger.ts';
import { sql } from '../../platform/db/db.ts';
import { minutes } from '../../platform/process/durations.ts';
import { loadSharp } from '../../platform/render/sharp.ts';
import { makeMember } from '../../testing/builders.ts';
import { lockWaits } from '../../testing/locks.ts';
import { longTest } from '../../testing/long.ts';
import { sandboxEnv } from '../../testing/sandbox-env.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { lockKycStatus, setKycStatus } from '../accounts/accounts.ts';
import { makeVerified } from '../kyc/applicants.testing.ts';
import { rejectKyc } from '../kyc/kyc.ts';
import { makePicture, uploaded } from '../uploads/pictures.testing.ts';
import {
  accept,
  decline,
  lookAndAccept,
  lookAt,
  makeBought,
  offer,
  offerBody,
  offered,
  operator,
} from './offers.testing.ts';

const shopWithOffer = async (working = false) => offerAt(await startShop({ working }));

async function offerAt(shop: TestShop) {
  const anna = await makeMember(shop);
  const card = await makeBought(shop);
  return { shop, anna, card, order: await offered(shop, anna, { card }) };
}

const shown = async (shop: TestShop, token: string, id: string) =>
  (await shop.raw('GET', `/transactions/${id}`, { token })).body.data as Order;

const journals = (shop: TestShop) =>
  shop.db.rows(sql<{ key: string }>`select key from ledger_journals where kind = 'sell'`);

/** What the house's account holds. */
async function houseSum(shop: TestShop, account: 'bought_cards' | 'exchange_fees') {
  const { sum } = await shop.db.one(sql<{ sum: bigint }>`
    select coalesce(sum(p.amount), 0)::bigint as sum from ledger_postings p
    join ledger_accounts a on a.id = p.account_id where a.name = ${house(account, 'usd')}`);
  return sum;
}

test('6 SELL-27 an accepted offer is paid into the wallet, less the fee, and stands in the statement', async () => {
  const { shop, anna, order } = await shopWithOffer();
  const list = await runOn(shop, 'sell', 'list', '--json');
  expect(JSON.parse(list.stdout)).toMatchObject([
    { orderId: order._id, email: anna.email, state: 'pending', total: 44, fee: 6 },
  ]);
  await lookAt(shop, order._id, actor());
  const { code, stdout } = await runOn(shop, 'sell', 'accept', order.sOrderId, '--json');
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { orderId: order._id, state: 'paid', payout: { amount: 44, currency: 'usd' } },
  ]);
  expect(await anna.balance()).toBe(44_00n);
  expect(await houseSum(shop, 'bought_cards')).toBe(-50_00n);
  expect(await houseSum(shop, 'exchange_fees')).toBe(6_00n);
  expect(await shown(shop, anna.token, order._id)).toMatchObject({ eStatus: 'Paid', nStatus: 5 });
  const statement = await shop.raw('GET', '/wallet/transactions', { token: anna.token });
  expect(statement.body.data).toMatchObject([
    { sType: 'credit', nTotalAmount: 44, sDescription: 'Gift card sold', sOrderId: order._id },
  ]);
  expect(JSON.parse((await runOn(shop, 'sell', 'list', '--json')).stdout)).toEqual([]);
  const all = await runOn(shop, 'sell', 'list', '--state', 'all', '--json');
  expect(JSON.parse(all.stdout)).toMatchObject([{ state: 'paid' }]);
});

test('ORD-12 a declined offer keeps the operator’s words and pays nothing', async () => {
  const { shop, anna, order } = await shopWithOffer();
  const wordless = await runOn(shop, 'sell', 'decline', order._id, '--notice', ' ');
  expect(wordless.code).toBe(2);
  const notice = 'The receipt can not be read.';
  await lookAt(shop, order._id, actor());
  const { code, stdout } = await runOn(
    shop,
    'sell',
    'decline',
    order._id,
    '--notice',
    notice,
    '--json',
  );
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { state: 'declined', notice }]);
  expect(await shown(shop, anna.token, order._id)).toMatchObject({
    eStatus: 'Declined',
    nStatus: 4,
    sNotice: notice,
  });
  expect(await anna.balance()).toBe(0n);
  const after = await runOn(shop, 'sell', 'accept', order._id);
  expect([after.code, after.stderr]).toEqual([1, `Sell order ${order._id} is already declined.\n`]);
  expect(await journals(shop)).toEqual([]);
});

test('14 an operator sees the pictures of an offer, and each look is written down', async () => {
  const DATA_DIR = await tempFolder();
  const shop = await startShop({ working: false, env: { DATA_DIR } });
  const anna = await makeMember(shop);
  const order = await offered(shop, anna, { card: await makeBought(shop) });
  const { DATABASE_URL = '', ENCRYPTION_KEYS = '' } = sandboxEnv(
    shop.sandbox,
    shop.config.databaseUrl,
  );
  const folder = join(DATA_DIR, 'looked-at');
  const { code, stdout } = await runCli(['sell', 'pictures', order._id, folder, '--json'], {
    DATABASE_URL,
    ENCRYPTION_KEYS,
    DATA_DIR,
  });
  const { files } = JSON.parse(stdout) as { files: string[] };
  expect([code, files.length]).toEqual([0, 3]);
  for (const file of files)
    expect((await readFile(file)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  const looks = await shop.db.rows(sql<{ reason: string; operator: string }>`
    select reason, operator from upload_reads where member_id = ${anna.id}`);
  expect(looks).toHaveLength(3);
  expect(looks[0]).toMatchObject({
    reason: `sell ${order._id}`,
    operator: expect.stringMatching(/^command line: /),
  });
});

test('14 an offer is decided by who has opened all of its pictures since it was made, by nobody else', async () => {
  const { shop, anna, order, card } = await shopWithOffer();
  const second = await offered(shop, anna, { card }, { card });
  const refusal = { code: 'sell.pictures_not_seen' };
  const refuseBoth = async (id: string) => {
    await expect(accept(shop, id)).rejects.toMatchObject(refusal);
    await expect(accept(shop, id, { evenSeen: true })).rejects.toMatchObject(refusal);
    await expect(decline(shop, id, 'No.')).rejects.toMatchObject(refusal);
  };
  await refuseBoth(order._id);
  // Another account has looked, and this one at another offer.
  await lookAt(shop, order._id, 'somebody else');
  await lookAt(shop, second._id);
  await refuseBoth(order._id);
  // All pictures but one of the last card.
  const third = await offered(shop, anna, { card }, { card });
  await lookAt(shop, third._id, operator, 5);
  await refuseBoth(third._id);
  await lookAt(shop, third._id);
  expect((await decline(shop, third._id, 'No.')).state).toBe('declined');
  expect((await accept(shop, second._id)).state).toBe('paid');
  const said = await runOn(shop, 'sell', 'accept', order._id);
  expect([said.code, said.stderr]).toEqual([
    1,
    `View the pictures of ${order._id} first: sell pictures ${order._id} FOLDER.\n`,
  ]);
  expect(await journals(shop)).toHaveLength(1);
});

longTest('an order that is not there is one plain line', async () => {
  const { shop } = await shopWithOffer();
  const { code, stdout } = await runOn(shop, 'sell', 'accept', 'sell_nothing');
  expect([code, stdout]).toEqual([1, '']);
});

describe('decisions in one shop', () => {
  const shared = shopForAll({ working: false });

  test('6 accepted and declined many times at once, an offer has one outcome and at most one payout', async () => {
    const { shop, anna, card } = await offerAt(shared());
    for (let turn = 0; turn < 4; turn += 1) {
      const { _id } = await offered(shop, anna, { card });
      await lookAt(shop, _id);
      const before = await anna.balance();
      const tries = Array.from({ length: 10 }, (_, i) =>
        (i + turn) % 2 === 0 ? accept(shop, _id) : decline(shop, _id, 'Not this one.'),
      );
      const done = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
      expect(done).toHaveLength(1);
      const { eStatus } = await shown(shop, anna.token, _id);
      expect((await anna.balance()) - before).toBe(eStatus === 'Paid' ? 44_00n : 0n);
    }
  });

  test('61, KYC-05 what a day may pay to a member who is not verified holds for payouts, too', async () => {
    const { shop, anna } = await offerAt(shared());
    const card = await makeBought(shop, { valueMinor: 600_00n, feesBp: 0 });
    const first = await offered(shop, anna, { card });
    await makeVerified(shop, anna);
    const second = await offered(shop, anna, { card });
    await rejectKyc(shop.db, anna.id, { actor: 'operator@giftlane.test', reason: 'A test.' });
    for (const { _id } of [first, second]) await lookAt(shop, _id);
    const both = await Promise.allSettled([accept(shop, first._id), accept(shop, second._id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await anna.balance()).toBe(600_00n);
    await makeVerified(shop, anna);
    await Promise.allSettled([first, second].map(({ _id }) => accept(shop, _id)));
    expect(await anna.balance()).toBe(1200_00n);
  });

  test('61 who is refused while a payout or an offer is under way has the limits of who was', async () => {
    const { shop } = await offerAt(shared());
    const card = await makeBought(shop, { valueMinor: 1200_00n, feesBp: 0 });
    const [bert, cora] = [await makeMember(shop), await makeMember(shop)];
    for (const member of [bert, cora]) await makeVerified(shop, member);
    const order = await offered(shop, bert, { card });
    const body = await offerBody(shop, cora, { card });
    await lookAt(shop, order._id);
    expect(await rejectWhile(shop, bert.id, () => accept(shop, order._id))).toMatchObject({
      reason: { code: 'sell.over_limit' },
    });
    expect(await rejectWhile(shop, cora.id, () => offer(shop, cora, body))).toMatchObject({
      value: { body: { code: 'sell.over_limit' } },
    });
    expect(await bert.balance()).toBe(0n);
  });

  test('6 while an offer is bought whatever it shows, another with its picture waits, and sees it paid', async () => {
    const { shop, anna, card } = await offerAt(shared());
    const [eve, front] = [await makeMember(shop), await makePicture()];
    const offerOf = async (member: typeof eve) => {
      const body = await offerBody(shop, member, { card });
      const [line] = body.aCartData;
      if (!line?.aImages) throw new Error('no line');
      line.aImages.imgFront = await uploaded(shop, member.token, 'sellimages', front);
      return ((await offer(shop, member, body)).body.data as Order)._id;
    };
    const [first, second] = [await offerOf(anna), await offerOf(eve)];
    for (const id of [first, second]) await lookAt(shop, id);
    const outcomes = await shop.db.tx(async (tx) => {
      // The first is decided, and not committed before this is.
      await lockKycStatus(tx, anna.id);
      const one = accept(shop, first, { evenSeen: true });
      await untilWaiting(shop, 1);
      const other = Promise.allSettled([accept(shop, second)]);
      await Promise.race([other, untilWaiting(shop, 2)]);
      return { one, other };
    });
    expect((await outcomes.one).state).toBe('paid');
    expect(await outcomes.other).toMatchObject([{ reason: { code: 'sell.sold_before' } }]);
    expect(await eve.balance()).toBe(0n);
  });
});

test('6 the database itself refuses a second decision, a payout without one and a state without its payout', async () => {
  const { shop, anna, order } = await shopWithOffer();
  await lookAndAccept(shop, order._id);
  for (const change of [
    sql`update sell_orders set state = 'pending', decided_at = null`,
    sql`update sell_orders set state = 'declined', notice = 'x'`,
    sql`update sell_orders set total_minor = 1, subtotal_minor = 1, fee_minor = 0`,
    sql`delete from sell_orders`,
    sql`update sell_lines set price_minor = 1`,
  ])
    await expect(shop.owner.run(change)).rejects.toThrow();
  const other = await offered(shop, anna, { card: await makeBought(shop) });
  await expect(
    shop.db.tx((tx) =>
      tx.run(
        sql`update sell_orders set state = 'paid', decided_at = now() where id = ${other._id}`,
      ),
    ),
  ).rejects.toThrow('sell_orders_paid_once');
  expect(await anna.balance()).toBe(44_00n);
});

test('a frozen member is paid nothing until the account is free again', async () => {
  const { shop, anna, order } = await shopWithOffer();
  await lookAt(shop, order._id);
  await shop.db.run(sql`update members set frozen_at = now(), frozen_reason = 'test'`);
  await expect(accept(shop, order._id)).rejects.toMatchObject({
    code: 'account.frozen',
  });
  expect(await anna.balance()).toBe(0n);
  await shop.db.run(sql`update members set frozen_at = null, frozen_reason = null`);
  await accept(shop, order._id);
  expect(await anna.balance()).toBe(44_00n);
});

/** Waits until so many wait for a lock. */
const untilWaiting = (shop: TestShop, most: number) =>
  vi.waitUntil(async () => (await lockWaits(shop.db)) >= most, minutes(1));

/** Refuses who was verified, as operators do, while `meanwhile` waits for the member's row. */
async function rejectWhile(shop: TestShop, memberId: string, meanwhile: () => Promise<unknown>) {
  let waiting: Promise<unknown> = Promise.resolve();
  await shop.db.tx(async (tx) => {
    await lockKycStatus(tx, memberId);
    waiting = Promise.allSettled([meanwhile()]).then(([outcome]) => outcome);
    await untilWaiting(shop, 1);
    await tx.run(sql`update uploads set used_by = null, used_at = null
      where used_by = (select id from kyc_submissions where member_id = ${memberId})`);
    await tx.run(sql`update kyc_submissions set verdict = 'r', sealed = null, decided_at = app_now()
      where member_id = ${memberId}`);
    await setKycStatus(tx, memberId, 'r');
  });
  return waiting;
}

test('6 a picture of a card whose bytes were sent before is paid for once, whoever puts it how often', async () => {
  const { shop, anna, card } = await shopWithOffer();
  const eve = await makeMember(shop);
  const [photo, backside, receipt] = [
    await makePicture(),
    await makePicture(),
    await makePicture(),
  ];
  const offerOf = async (member: typeof eve, backs: readonly Buffer[]) => {
    const body = await offerBody(shop, member, ...backs.map(() => ({ card })));
    for (const [i, back] of backs.entries()) {
      const images = body.aCartData[i]?.aImages;
      if (!images) throw new Error('no line');
      images.imgFront = await uploaded(shop, member.token, 'sellimages', photo);
      images.imgBack = await uploaded(shop, member.token, 'sellimages', back);
      images.imgPurchaseReceipt = await uploaded(shop, member.token, 'sellimages', receipt);
    }
    return ((await offer(shop, member, body)).body.data as Order)._id;
  };
  const orders = [await offerOf(anna, [backside]), await offerOf(anna, [await makePicture()])];
  orders.push(await offerOf(eve, [backside]));
  for (const id of orders) await lookAt(shop, id);
  const accepted = await Promise.allSettled(orders.map((id) => accept(shop, id)));
  expect(accepted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(accepted.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'sell.sold_before' },
  });
  const twice = await offerOf(eve, [await makePicture(), await makePicture()]);
  await lookAt(shop, twice, actor());
  await expect(lookAndAccept(shop, twice)).rejects.toMatchObject({ code: 'sell.sold_before' });
  const { stdout } = await runOn(shop, 'sell', 'list');
  expect(stdout).toMatch(/the same picture as in sell_\w+ \(paid\)/);
  // The receipt of several cards is nobody's business.
  const other = await offerBody(shop, anna, { card });
  const [line] = other.aCartData;
  if (line?.aImages)
    line.aImages.imgPurchaseReceipt = await uploaded(shop, anna.token, 'sellimages', receipt);
  const fresh = (await offer(shop, anna, other)).body.data as Order;
  await lookAndAccept(shop, fresh._id);
  // A browser that makes the same photograph smaller in its own way sends other bytes: not known again.
  const smaller = await (await loadSharp())(photo).jpeg({ quality: 70 }).toBuffer();
  const known = await offerBody(shop, eve, { card });
  if (known.aCartData[0]?.aImages)
    known.aCartData[0].aImages.imgFront = await uploaded(shop, eve.token, 'sellimages', smaller);
  await lookAndAccept(shop, ((await offer(shop, eve, known)).body.data as Order)._id);
  // The operator has the last word.
  const said = await runOn(shop, 'sell', 'accept', twice, '--even-seen');
  expect([said.code, said.stderr]).toEqual([0, '']);
});

longTest(
  '24 a payout in another currency is converted at the stored rate and rounded down; without one it waits',
  async () => {
    const { shop } = await shopWithOffer();
    const ben = await makeMember(shop, { currency: 'eur' });
    const card = await makeBought(shop, { valueMinor: 10_01n, feesBp: 0 });
    const order = await offered(shop, ben, { card });
    await lookAt(shop, order._id);
    await expect(accept(shop, order._id)).rejects.toMatchObject({
      code: 'rates.unavailable',
    });
    const storeEuro = (daysAgo: number, perUsd: string) =>
      shop.db.run(sql`
      insert into exchange_rates (currency, as_of, per_usd)
      select currency, (app_now() at time zone 'UTC')::date - ${daysAgo}::int, per_usd
      from (values ('usd', 1), ('eur', ${perUsd}::numeric)) as n (currency, per_usd)`);
    // Nobody would sell at a rate of eleven days ago.
    await storeEuro(11, '0.5');
    await expect(accept(shop, order._id)).rejects.toMatchObject({
      code: 'rates.unavailable',
    });
    await storeEuro(10, '0.9');
    const paid = await accept(shop, order._id);
    // 9.009 euros.
    expect(paid.payoutMinor).toBe(9_00n);
    expect(await balanceOf(shop.db, `member:${ben.id}:wallet:eur`)).toBe(9_00n);
  },
);

longTest('12 what would be nothing in the wallet’s currency is not taken, nor paid', async () => {
  const { shop } = await shopWithOffer();
  const ben = await makeMember(shop, { currency: 'gbp' });
  const card = await makeBought(shop, { valueMinor: 1n, feesBp: 0 });
  // No rate is known yet.
  const early = await offered(shop, ben, { card });
  await shop.db.run(sql`
    insert into exchange_rates (currency, as_of, per_usd)
    values ('usd', current_date, 1), ('gbp', current_date, 0.8)`);
  const late = await offer(shop, ben, await offerBody(shop, ben, { card }));
  expect([late.status, late.body.errors?.[0]?.field]).toEqual([400, 'nTotalAmount']);
  await expect(lookAndAccept(shop, early._id)).rejects.toMatchObject({
    code: 'rates.unavailable',
  });
});

longTest('the member hears of the outcome by mail, once', async () => {
  const { shop, anna, order } = await shopWithOffer(true);
  const other = await offered(shop, anna, { card: await makeBought(shop, { title: 'Larch' }) });
  await lookAndAccept(shop, order._id);
  await lookAt(shop, other._id);
  await decline(shop, other._id, 'It was used before.');
  await vi.waitFor(() => {
    const subjects = shop.sandbox.mails(anna.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => !subject.startsWith('We received')).sort()).toEqual([
      'We bought your card: Nimbus $50',
      "We can't buy your card: Larch $50",
    ]);
  }, minutes(1));
  const declined = shop.sandbox
    .mails(anna.email)
    .find(({ subject }) => subject.includes('Larch') && subject.startsWith('We can'));
  expect(declined?.text).toContain('It was used before.');
});
