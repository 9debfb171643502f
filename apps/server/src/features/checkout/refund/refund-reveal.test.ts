/** Refunds and looks at codes that meet: a code is given back or seen, never both. */
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { downloadCodes, viewCard } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { makeCard, makeMember, orderBody, testPassword } from '../../../testing/builders.ts';
import { lockWaits } from '../../../testing/locks.ts';
import { shopForAll, type TestShop } from '../../../testing/start-shop.ts';
import { revealCodes } from '../../stock/stock.ts';
import { refundOrder } from '../checkout.ts';

/** Anna has bought two codes of a card for 10.00 each. */
async function bought(shop: TestShop) {
  const anna = await makeMember(shop, { walletMinor: 20_00n });
  const card = await makeCard(shop, { codes: 2 });
  const body = orderBody(anna, { card, quantity: 2, totalMinor: 20_00n });
  const order = (await shop.call(pay, { token: anna.token, body })).body.data;
  const [code] = order.aCartData[0]?.aCardCode ?? [];
  const asked = { token: anna.token, params: { id: order._id } };
  return {
    shop,
    anna,
    order,
    view: () => shop.call(viewCard, { ...asked, body: { cardId: code?._id ?? '' } }),
    download: () => shop.call(downloadCodes, { ...asked, body: { sPassword: testPassword } }),
    refund: () =>
      refundOrder(shop, { memberId: anna.id, id: order._id }, { reason: 'not wanted' }).then(
        ({ lines }) => lines,
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      ),
  };
}

describe('refunds and looks in one shop', () => {
  const shared = shopForAll({ working: false });

  test('4 a code that is being looked at is not refunded as unseen', async () => {
    const { shop, anna, order, refund } = await bought(shared());
    const refunding = await shop.db.tx(async (tx) => {
      const [code] = await revealCodes(tx, {
        sessionId: 'ses_1',
        memberId: anna.id,
        orderId: order._id,
        lineIds: order.aCartData.map(({ _id }) => _id),
        kind: 'view',
        proven: true,
        address: '127.0.0.1',
        keys: shop.config.keys,
      });
      expect(code?.content).toBeDefined();
      const started = { outcome: refund() };
      await expect.poll(() => lockWaits(shop.db)).toBe(1);
      return started;
    });
    expect([await refunding.outcome, await anna.balance()]).toEqual([
      'order.nothing_to_refund',
      0n,
    ]);
  });

  test('4 an order that is being refunded shows nobody its codes', async () => {
    const { shop, anna, view, download, refund } = await bought(shared());
    const asked = await shop.db.tx(async (tx) => {
      // The refund has looked at the codes by the time it comes to the wallet.
      await tx.run(sql`
        select 1 from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner = ${anna.id} for update of b`);
      const refunding = refund();
      await expect.poll(() => lockWaits(shop.db)).toBe(1);
      const looks = [view(), download()];
      await expect.poll(() => lockWaits(shop.db)).toBe(3);
      return { refunding, looks };
    });
    const looks = await Promise.all(asked.looks);
    expect([await asked.refunding, await anna.balance()]).toEqual([1, 20_00n]);
    expect(looks.map(({ body }) => body.code)).toEqual([
      'order.code_not_found',
      'order.code_not_found',
    ]);
  });

  test('4 of a refund and a look at the same moment one loses', async () => {
    const { anna, view, refund } = await bought(shared());
    const [given, seen] = await Promise.all([refund(), view()]);
    const refunded = given === 1;
    expect(seen.status).toBe(refunded ? 404 : 200);
    expect(await anna.balance()).toBe(refunded ? 20_00n : 0n);
  });

  test('looks at different codes of one order do not wait for each other', async () => {
    const { shop, anna, order, view } = await bought(shared());
    const other = order.aCartData[0]?.aCardCode[1]?._id ?? '';
    const seen = await shop.db.tx(async (tx) => {
      await tx.run(sql`
        select 1 from orders where member_id = ${anna.id} and id = ${order._id} for share`);
      await tx.run(sql`
        update codes set viewed_at = app_now() where id = ${BigInt(other.replace('code_', ''))}`);
      return view();
    });
    expect(seen.status).toBe(200);
  });
});
