/** Lines that cost nothing, by a discount of 100 %: they are given back like any other. */
import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { showOrder } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { brokenConstraint } from '../../../platform/db/errors.ts';
import { loadCodes, makeCard, makeMember, orderBody } from '../../../testing/builders.ts';
import { atProvider } from '../../../testing/buying.ts';
import { runChore } from '../../../testing/faults.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { refundOrder } from '../checkout.ts';

/** One card of 10.00 and one that is given away with it. */
async function wish(shop: TestShop, gateway: 'Wallet' | 'PayPal') {
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const paid = await makeCard(shop, { codes: 3 });
  const free = await makeCard(shop, { codes: 3, discountBp: 10_000 });
  const body = {
    ...orderBody(anna, { card: paid, totalMinor: 10_00n, chargesMinor: -10_00n, gateway }),
    aCartData: [paid, free].map(({ id }) => ({ iGiftCardId: id, nQuantity: 1 })),
  };
  return { anna, paid, free, body };
}

/** Anna has bought both; `giveBack` refunds the line of one of them. */
async function bought(shop: TestShop) {
  const { anna, free, paid, body } = await wish(shop, 'Wallet');
  const { data } = (await shop.call(pay, { token: anna.token, body })).body;
  const lineOf = (cardId: string) =>
    data.aCartData.find(({ iGiftCardId }) => iGiftCardId === cardId)?._id ?? '';
  return {
    shop,
    free,
    paid,
    giveBack: ({ id }: { id: string }) =>
      refundOrder(
        shop,
        { memberId: anna.id, id: data._id },
        { reason: 'wrong', lineIds: [lineOf(id)] },
      ),
    shown: async () =>
      (await shop.call(showOrder, { token: anna.token, params: { id: data._id } })).body.data,
  };
}

describe('free lines in one shop', () => {
  const shared = shopForAll({ working: false });

  test('a line that cost nothing is given back once, and its code is out of trade', async () => {
    const { free, giveBack, shown } = await bought(shared());
    await giveBack(free);
    await expect(giveBack(free)).rejects.toMatchObject({ code: 'order.nothing_to_refund' });
    const { eStatus, aCartData } = await shown();
    expect(eStatus).toBe('Delivered');
    expect(aCartData.map(({ iGiftCardId, nCodes }) => [iGiftCardId === free.id, nCodes])).toEqual(
      expect.arrayContaining([
        [true, 0],
        [false, 1],
      ]),
    );
  });

  test('10 an order given back line by line is refunded at the end', async () => {
    const { free, paid, giveBack, shown } = await bought(shared());
    await giveBack(free);
    await giveBack(paid);
    expect((await shown()).eStatus).toBe('Refunded');
  });

  test('12 PostgreSQL refuses to give a line back twice, in part, or to forget it', async () => {
    const { shop, free, paid, giveBack } = await bought(shared());
    await giveBack(free);
    const refusedBy = (change: ReturnType<typeof sql>) =>
      shop.db.run(change).then(() => undefined, brokenConstraint);
    const of = (cardId: string, refundedMinor: number, at: string | null) => sql`
      update order_lines set refunded_minor = ${refundedMinor}, refunded_at = ${at}
      where card_id = ${cardId}`;
    expect(await refusedBy(of(free.id, 0, null))).toBe('order_lines_kept_whole');
    expect(await refusedBy(of(free.id, 0, '2020-01-01T00:00:00Z'))).toBe('order_lines_kept_whole');
    expect(await refusedBy(of(paid.id, 5_00, '2020-01-01T00:00:00Z'))).toBe(
      'order_lines_refunded_whole',
    );
    expect(await refusedBy(of(paid.id, 10_00, null))).toBe('order_lines_refunded_whole');
  });
});

test('a free line the member took back is not delivered when stock comes', async () => {
  const shop = await startShop({ working: false });
  const { anna, free, body } = await wish(shop, 'PayPal');
  const { sPayerId, ...rest } = body;
  const { sPaymentId } = (await shop.call(initiate, { token: anna.token, body: rest })).body.data;
  await shop.db.run(sql`update codes set state = 'void' where card_id = ${free.id}`);
  await atProvider(shop, sPaymentId, 'approve');
  await shop.call(pay, { token: anna.token, body: { ...rest, sPayerId, sPaymentId } });
  const { sOrderId } = body;
  const cancelled = await shop.call(cancelOrder, { token: anna.token, body: { sOrderId } });
  expect(cancelled.body.data.eStatus).toBe('Delivered');
  await loadCodes(shop, free.id, 1);
  await runChore(shop, 'checkout.deliver');
  const { sold } = await shop.db.one(sql<{ sold: number }>`
    select count(*)::int as sold from codes where card_id = ${free.id} and state = 'sold'`);
  expect(sold).toBe(0);
});
