import { chargeClaim, decideClaim, showClaim } from '@giftlane/contract/office/claims.ts';
import { refundOrder } from '@giftlane/contract/office/orders.ts';
import { saleClaims } from '@giftlane/contract/shop/claims.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/verify.ts';
import { sql } from '../../platform/db/db.ts';
import { days, minutes } from '../../platform/process/durations.ts';
import { houseBalance, makeCard } from '../../testing/builders.ts';
import type { TestOperator } from '../../testing/office.ts';
import {
  bought,
  charge,
  claim,
  codesOf,
  decline,
  giveBack,
  openGuarantee,
  replace,
  soldBy,
} from './claims.testing.ts';
import { lapseClaims } from './decide.ts';

type Guarantee = Awaited<ReturnType<typeof openGuarantee>>;

const stateOf = async ({ shop }: Guarantee, id: string) =>
  (await shop.db.one(sql<{ state: string }>`select state from claims where id = ${id}`)).state;

const refundWish = (
  { order, lineId }: { order: { _id: string }; lineId: string },
  nToWallet: number,
) => ({
  params: { id: order._id },
  body: {
    aLineIds: [lineId],
    bEvenViewed: true,
    bEvenCoinsGone: false,
    sReason: '',
    oSums: { nLines: 1, nToCard: 0, nToWallet, nGone: 0 },
  },
});

test('of two operators who decide one claim at once, twenty times, one decides and the other is told', async () => {
  const world = await openGuarantee({ codes: 60 });
  const { buyer, operators, claimed } = world;
  const [anna, bert] = operators;
  const deeds = [replace, giveBack, decline];
  for (let round = 0; round < 20; round += 1) {
    const { id } = await claimed();
    const before = await buyer.balance();
    const [one, other] = [deeds[round % 3] ?? replace, deeds[(round + 1) % 3] ?? replace];
    const both = await Promise.all([one(anna, id), other(bert, id)]);
    const good = both.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    expect(both.find(({ status }) => status !== 200)?.code).toBe('case.decided');
    const state = await stateOf(world, id);
    expect(await buyer.balance()).toBe(before + (state === 'refunded' ? 10_00n : 0n));
  }
});

test('money back is the price of one card less its cashback, into the wallet once, and the line is refunded no more', async () => {
  const world = await openGuarantee({ cashbackBp: 333 });
  const { shop, buyer, operators, claimed, claimsOf } = world;
  const goods = await claimed(3);
  // 30.00 less cashback of 1.00: one card is 10.00 less 0.34.
  const before = await buyer.balance();
  const { oMoneyBack } = (await operators[0].call(showClaim, { params: { id: goods.id } })).data;
  expect(oMoneyBack).toEqual({ nAmount: 9.66, eCurrency: 'usd' });
  const other = { nAmount: 10, eCurrency: 'usd' as const };
  const wrong = await operators[0].call(decideClaim, {
    params: { id: goods.id },
    body: { eDecision: 'refund', sReason: '', oMoneyBack: other },
  });
  expect([wrong.code, wrong.data]).toEqual(['claim.amount_changed', { oMoneyBack }]);
  const twice = [await giveBack(operators[0], goods.id), await giveBack(operators[0], goods.id)];
  expect(twice.map(({ status }) => status)).toEqual([200, 409]);
  expect(await buyer.balance()).toBe(before + 9_66n);
  expect(await houseBalance(shop, 'house:guarantee:usd')).toBe(-9_66n);
  expect((await claimsOf(goods)).aClaims).toMatchObject([
    { eState: 'refunded', oPaid: { nAmount: 9.66, eCurrency: 'usd' } },
  ]);
  expect((await codesOf(shop, goods.lineId)).map(({ state }) => state)).toEqual([
    'sold',
    'sold',
    'sold',
  ]);
  const refund = await operators[0].call(refundOrder, refundWish(goods, 29));
  expect(refund.code).toBe('order.nothing_to_refund');
  const next = await claim(shop, buyer, { ...goods, code: goods.codes[1] ?? '' });
  expect((await giveBack(operators[0], next.body.data._id)).status).toBe(200);
});

test('a refund of the line and money back of a claim never both pay, whichever comes first', async () => {
  const world = await openGuarantee({ codes: 60 });
  const { buyer, operators, claimed } = world;
  const [anna, bert] = operators;
  const paid = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const goods = await claimed();
    const before = await buyer.balance();
    const body = {
      eDecision: 'refund',
      sReason: '',
      oMoneyBack: { nAmount: 10, eCurrency: 'usd' },
    } as const;
    const acts = [
      () => anna.call(decideClaim, { params: { id: goods.id }, body }),
      () => bert.call(refundOrder, refundWish(goods, 10)),
    ];
    if (round % 2) acts.reverse();
    const both = await Promise.all(acts.map((act) => act()));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    paid.add(both.find(({ status }) => status === 409)?.code ?? '');
    if ((await stateOf(world, goods.id)) === 'open') await decline(anna, goods.id);
    expect(await buyer.balance()).toBe(before + 10_00n);
  }
  expect(
    [...paid].every((code) => /^(claim.line_refunded|order.nothing_to_refund)$/.test(code)),
  ).toBe(true);
});

test('of two claims that want the last free code one gets it, and the other changes nothing', async () => {
  const world = await openGuarantee({ codes: 3 });
  const { shop, operators, claimed } = world;
  const claims = [await claimed(), await claimed()];
  const ids = claims.map(({ id }) => id);
  const both = await Promise.all(ids.map((id, i) => replace(operators[i] as TestOperator, id)));
  expect(both.map(({ status, code }) => [status, code]).sort()).toEqual([
    [200, ''],
    [409, 'claim.no_stock'],
  ]);
  const lines = await Promise.all(claims.map(({ lineId }) => codesOf(shop, lineId)));
  expect(
    lines
      .flat()
      .map(({ state }) => state)
      .sort(),
  ).toEqual(['sold', 'sold', 'void']);
  const left = ids[both.findIndex(({ status }) => status === 409)] ?? '';
  expect(await stateOf(world, left)).toBe('open');
});

test('a claim of a refunded line, and of an order whose payment was taken back, is not met', async () => {
  const world = await openGuarantee({ codes: 9 });
  const { shop, operators, claimed } = world;
  const gone = await claimed();
  expect((await operators[0].call(refundOrder, refundWish(gone, 10))).status).toBe(200);
  for (const deed of [replace, giveBack])
    expect((await deed(operators[0], gone.id)).code).toBe('claim.line_refunded');
  expect((await decline(operators[0], gone.id)).status).toBe(200);
  const disputed = await claimed();
  await shop.db.run(sql`
    insert into payment_captures (provider, capture_id, member_id, order_id, amount_minor, currency, use, disputed)
    select 'paypal', 'CAP', member_id, id, 1, 'usd', 'order', false from orders where id = ${disputed.order._id}`);
  await shop.db.run(sql`
    insert into capture_reversals (provider, id, capture_id, amount_minor) values ('paypal', 'REV', 'CAP', 1)`);
  for (const deed of [replace, giveBack])
    expect((await deed(operators[0], disputed.id)).code).toBe('claim.order_disputed');
  expect(await stateOf(world, disputed.id)).toBe('open');
  await shop.owner.script(`
    alter table capture_reversals disable trigger user; alter table payment_captures disable trigger user;
    delete from capture_reversals; delete from payment_captures;
    alter table capture_reversals enable trigger user; alter table payment_captures enable trigger user`);
});

test('a question that is not answered in seven days declines the claim, once, with a mail', async () => {
  const world = await openGuarantee();
  const { shop, claimed, claimsOf } = world;
  const goods = await claimed();
  await shop.db.run(
    sql`update claims set state = 'asked', due_at = app_now() + interval '7 days' where id = ${goods.id}`,
  );
  await shop.db.run(sql`
    insert into claim_steps (claim_id, n, member_id, kind, side, words)
    select id, 2, member_id, 'asked', 'shop', 'Why?' from claims where id = ${goods.id}`);
  await shop.moveClock(days(7) - minutes(1));
  await lapseClaims(shop);
  expect(await stateOf(world, goods.id)).toBe('asked');
  await shop.moveClock(minutes(2));
  await Promise.all([lapseClaims(shop), lapseClaims(shop)]);
  expect((await claimsOf(goods)).aClaims[0]).toMatchObject({
    eState: 'declined',
    aSteps: [{}, {}, { eKind: 'lapsed' }],
  });
  const mails = await shop.db.rows(sql`select from jobs where task = 'claims.mail'`);
  expect(mails).toHaveLength(1);
});

test('a seller is charged once for a claim that was met, what one card brought, and reads why', async () => {
  const world = await openGuarantee({ codes: 9 });
  const { shop, operators, claimed } = world;
  const { seller, saleId } = await soldBy(world);
  const { id } = await claimed();
  expect((await charge(operators[0], id, saleId)).code).toBe('claim.not_met');
  await replace(operators[0], id);
  expect((await charge(operators[0], id, 'sell_none')).code).toBe('sell.not_found');
  const before = await seller.balance();
  const both = await Promise.all([
    charge(operators[0], id, saleId),
    charge(operators[0], id, saleId),
  ]);
  expect(both.map(({ status, code }) => [status, code]).sort()).toEqual([
    [200, ''],
    [409, 'claim.charged'],
  ]);
  expect(await seller.balance()).toBe(before - 8_80n);
  expect(await houseBalance(shop, 'house:guarantee:usd')).toBe(8_80n);
  // What was shown is charged, or nothing.
  const other = await claimed();
  await replace(operators[0], other.id);
  const oCharge = { nAmount: 8.79, eCurrency: 'usd' } as const;
  const body = { sSaleId: saleId, oCharge, sReason: 'x' };
  expect((await operators[0].call(chargeClaim, { params: { id: other.id }, body })).code).toBe(
    'claim.amount_changed',
  );
  expect(await seller.balance()).toBe(before - 8_80n);
  const read = await shop.call(saleClaims, { token: seller.token, params: { id: saleId } });
  expect(read.body.data).toMatchObject([{ _id: id, nCharged: 8.8, sReason: 'It was used before' }]);
  expect(JSON.stringify(read.body.data)).not.toContain('redeemed');
  const { oCharged } = (await operators[0].call(showClaim, { params: { id } })).data;
  expect(oCharged).toMatchObject({ sSaleId: saleId, nAmount: 8.8 });
});

test('no more than the wallet has and no more cards than were sold are charged', async () => {
  const world = await openGuarantee({ codes: 20 });
  const { shop, operators, claimed } = world;
  const { seller, saleId } = await soldBy(world);
  const more = await soldBy(world, 2);
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { id } = await claimed();
    await replace(operators[0], id);
    ids.push(id);
  }
  const [first = '', second = '', third = ''] = ids;
  expect((await charge(operators[0], first, saleId)).status).toBe(200);
  // She spends what is left but for 8.79.
  await bought(shop, seller, {
    card: await makeCard(shop, { priceMinor: 1n }),
    totalMinor: 1n,
    seen: false,
  });
  const short = await charge(operators[0], second, saleId);
  expect([short.code, short.message]).toEqual([
    'claim.seller_short',
    "The seller's wallet has $8.79. Nothing was charged.",
  ]);
  const all = await Promise.all(
    [second, third, first].map((id) => charge(operators[0], id, more.saleId)),
  );
  expect(all.map(({ status, code }) => [status, code])).toEqual([
    [200, ''],
    [200, ''],
    [409, 'claim.charged'],
  ]);
  const { id } = await claimed();
  await replace(operators[0], id);
  expect((await charge(operators[0], id, more.saleId)).code).toBe('claim.sale_used_up');
  expect(await more.seller.balance()).toBe(0n);
});

test('PostgreSQL refuses a claim that is met by nothing, and a charge beyond what a card brought', async () => {
  const world = await openGuarantee();
  const { shop, operators, claimed } = world;
  const { id } = await claimed();
  const set = (columns: string) =>
    shop.owner.script(`update claims set ${columns} where id = '${id}'`).then(
      () => 'done',
      (error: { constraint?: string }) => error.constraint,
    );
  const decided = "due_at = null, decided_at = app_now(), decided_by = 'x'";
  expect(
    await set(
      `state = 'refunded', back_minor = 1, paid_minor = 1, paid_currency = 'usd', ${decided}`,
    ),
  ).toBe('claims_met');
  expect(await set(`state = 'replaced', replacement_id = code_id, ${decided}`)).toBe('claims_met');
  const { saleId } = await soldBy(world);
  await replace(operators[0], id);
  const { line } = await shop.db.one(
    sql<{ line: string }>`select id as line from sell_lines where order_id = ${saleId}`,
  );
  expect(
    await set(
      `sale_id = '${saleId}', sale_line_id = '${line}', sale_nth = 1, charged_minor = 1, charged_currency = 'usd', charged_at = app_now()`,
    ),
  ).toBe('claims_charged_once');
  await expect(
    shop.owner.script(
      `update claims set state = 'declined', replacement_id = null where id = '${id}'`,
    ),
  ).rejects.toThrow('a claim is decided once');
});

test('the checks of the books name a claim that was met by nothing, and money back that no claim knows', async () => {
  const world = await openGuarantee({ codes: 9 });
  const { shop, operators, claimed } = world;
  const [back, replaced] = [await claimed(), await claimed()];
  await giveBack(operators[0], back.id);
  await replace(operators[0], replaced.id);
  const problems = async () => {
    const verdict = await verifyLedger(shop.db, shop.invariants);
    return verdict.problems.map(({ breach }) => breach);
  };
  expect(await problems()).toEqual([]);
  const unguarded = (table: string, deed: string) =>
    shop.owner.script(
      `alter table ${table} disable trigger user; ${deed}; alter table ${table} enable trigger user`,
    );
  const planted = async (table: string, plant: string, undo: string) => {
    await unguarded(table, plant);
    const found = await problems();
    await unguarded(table, undo);
    return found;
  };
  const [a, b] = [back.id, replaced.id];
  expect(
    await planted(
      'claims',
      `update claims set paid_minor = 999, back_minor = 999 where id = '${a}'`,
      `update claims set paid_minor = 1000, back_minor = 1000 where id = '${a}'`,
    ),
  ).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`claim:${a}`),
      expect.stringContaining('gave back'),
    ]),
  );
  expect(
    await planted(
      'codes',
      `update codes set state = 'sold' where id = (select code_id from claims where id = '${b}')`,
      `update codes set state = 'void' where id = (select code_id from claims where id = '${b}')`,
    ),
  ).toContain(`claim ${b} replaced by nothing`);
  expect(
    await planted(
      'order_lines',
      `update order_lines set guaranteed_minor = 0 where id = '${back.lineId}'`,
      `update order_lines set guaranteed_minor = 1000 where id = '${back.lineId}'`,
    ),
  ).toEqual([expect.stringContaining('gave back')]);
  expect(await problems()).toEqual([]);
});
