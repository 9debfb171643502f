import { decideClaim, showClaim } from '@giftlane/contract/office/claims.ts';
import { refundOrder } from '@giftlane/contract/office/orders.ts';
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { viewCard } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { loadCodes, makeCard, orderBody } from '../../testing/builders.ts';
import { atProvider } from '../../testing/buying.ts';
import { runChore } from '../../testing/faults.ts';
import { freezeBuyer } from '../checkout/disputes/taken-back.ts';
import {
  charge,
  claim,
  codesOf,
  giveBack,
  openGuarantee,
  replace,
  soldBy,
} from './claims.testing.ts';

type World = Awaited<ReturnType<typeof openGuarantee>>;

/** An order by card of one of each of these, of which `gone` has no codes left when it is paid. */
async function byCard({ shop, buyer, card }: World, gone?: { id: string }) {
  const cards = gone ? [card, gone] : [card];
  const total = BigInt(cards.length) * 10_00n;
  const { sPayerId, ...wish } = orderBody(buyer, { card, totalMinor: total, gateway: 'PayPal' });
  wish.aCartData = cards.map(({ id }) => ({ iGiftCardId: id, nQuantity: 1 }));
  const { token } = buyer;
  const { sPaymentId } = (await shop.call(initiate, { token, body: wish })).body.data;
  if (gone) await shop.db.run(sql`update codes set state = 'void' where card_id = ${gone.id}`);
  await atProvider(shop, sPaymentId, 'approve');
  const { data: order } = (await shop.call(pay, { token, body: { ...wish, sPayerId, sPaymentId } }))
    .body;
  const { code } = await shop.db.one(sql<{ code: string }>`
    select 'code_' || id as code from codes where card_id = ${card.id} and state = 'sold'`);
  expect(
    (await shop.call(viewCard, { token, params: { id: order._id }, body: { cardId: code } }))
      .status,
  ).toBe(200);
  const { body } = await claim(shop, buyer, { order, code });
  return { order, code, id: body.data._id };
}

test('money back before the cashback is credited is less the cashback that will be', async () => {
  const world = await openGuarantee({ cashbackBp: 1000 });
  const { shop, buyer, operators } = world;
  const gone = await makeCard(shop, { cashbackBp: 1000, codes: 1 });
  const { id, order } = await byCard(world, gone);
  expect(order.eStatus).toBe('Processing');
  expect((await giveBack(operators[0], id)).status).toBe(200);
  await loadCodes(shop, gone.id, 1);
  await runChore(shop, 'checkout.deliver');
  // The price less its cashback, which comes after it, and the cashback of both cards.
  expect(await buyer.balance()).toBe(1_000_00n + 9_00n + 2_00n);
});

test('a claim of an order is not met while its payment is disputed, also before the provider took anything', async () => {
  const world = await openGuarantee();
  const { shop, operators } = world;
  const { id, order } = await byCard(world);
  const { captureId } = await shop.db.one(sql<{ captureId: string }>`
    select capture_id as "captureId" from payment_captures where order_id = ${order._id}`);
  await freezeBuyer(shop.checkout, captureId);
  const { oMoneyBack } = (await operators[0].call(showClaim, { params: { id } })).data;
  const refund = {
    params: { id },
    body: { eDecision: 'refund', sReason: '', oMoneyBack: { nAmount: 10, eCurrency: 'usd' } },
  } as const;
  expect(oMoneyBack).toBeNull();
  const both = [await operators[0].call(decideClaim, refund), await replace(operators[0], id)];
  expect(both.map(({ code }) => code)).toEqual(['claim.order_disputed', 'claim.order_disputed']);
});

test('no seller is charged for a card that came from another sale, or was claimed before theirs was paid', async () => {
  const world = await openGuarantee();
  const { shop, operators, claimed } = world;
  const [operator] = operators;
  const [theirs, foreign] = [await soldBy(world), await soldBy(world)];
  const { id } = await claimed();
  await replace(operator, id);
  const later = await soldBy(world);
  expect((await charge(operator, id, later.saleId)).code).toBe('claim.sale_other');
  await shop.owner.script(
    `alter table code_batches disable trigger user; update code_batches set source = '${theirs.saleId}.csv'`,
  );
  expect((await charge(operator, id, foreign.saleId)).code).toBe('claim.sale_other');
  expect((await operator.call(showClaim, { params: { id } })).data.oSale).toMatchObject({
    _id: theirs.saleId,
    oCharge: { nAmount: 8.8 },
  });
  expect((await charge(operator, id, theirs.saleId)).status).toBe(200);
});

test('a line whose code was seen and replaced is refunded by a decision about seen codes alone', async () => {
  const { shop, buyer, operators, claimed } = await openGuarantee();
  const [operator] = operators;
  const { id, order, lineId } = await claimed();
  await replace(operator, id);
  const before = await buyer.balance();
  const refund = (bEvenViewed: boolean) =>
    operator.call(refundOrder, {
      params: { id: order._id },
      body: {
        aLineIds: [lineId],
        bEvenViewed,
        bEvenCoinsGone: false,
        sReason: '',
        oSums: { nLines: 1, nToCard: 0, nToWallet: 10, nGone: 0 },
      },
    });
  expect((await refund(false)).code).toBe('order.nothing_to_refund');
  expect(await buyer.balance()).toBe(before);
  expect((await refund(true)).status).toBe(200);
  expect(await codesOf(shop, lineId)).toMatchObject([{ state: 'void' }, { state: 'void' }]);
});
