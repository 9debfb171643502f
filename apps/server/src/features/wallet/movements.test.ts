/** What a wallet's statement says of money that was set aside for an order, and of refunds. */

import { listWalletTransactions } from '@giftlane/contract/money/wallet.ts';
import { cancelOrder, pay } from '@giftlane/contract/shop/checkout.ts';
import { showOrder } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { makeCard, makeMember, orderBody, type TestMember } from '../../testing/builders.ts';
import { atProvider, initiated } from '../../testing/buying.ts';
import { shopForAll, type TestShop } from '../../testing/start-shop.ts';
import { refundOrder } from '../checkout/checkout.ts';

async function statementOf(shop: TestShop, { token }: TestMember) {
  const { body } = await shop.call(listWalletTransactions, { token, query: {} });
  return body.data.map(({ sDescription, eStatus, sOrderId }) => [sDescription, eStatus, sOrderId]);
}

describe('statements in one shop', () => {
  const shared = shopForAll({ working: false });

  test('money set aside for an order is pending, and says that it was spent when the order is paid', async () => {
    const shop = shared();
    const { anna, sPaymentId, body, confirm } = await initiated(shop, { walletMinor: 10_00n });
    const [held] = await statementOf(shop, anna);
    const list = await shop.call(listWalletTransactions, { token: anna.token, query: {} });
    // Of the order's brand; what belongs to no order is of none.
    expect(list.body.data.map(({ sBrands }) => sBrands)).toEqual(['Nimbus', '']);
    expect(held).toEqual(['Reserved for an order', 'Pending', body.sOrderId]);
    await atProvider(shop, sPaymentId, 'approve');
    await confirm();
    expect((await statementOf(shop, anna))[0]).toEqual([
      'Paid for an order',
      'Complete',
      body.sOrderId,
    ]);
  });

  test('money set aside for an order that is given up says that it was given back', async () => {
    const shop = shared();
    const { anna, body } = await initiated(shop, { walletMinor: 10_00n });
    await shop.call(cancelOrder, { token: anna.token, body: { sOrderId: body.sOrderId } });
    expect((await statementOf(shop, anna)).slice(0, 2)).toEqual([
      ['Returned: order not paid', 'Complete', body.sOrderId],
      ['Reserved, then released', 'Refunded', body.sOrderId],
    ]);
  });

  test('a refund that is less than what was paid says that cashback was taken back, in wallet and order', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop, { cashbackBp: 500 });
    const body = orderBody(anna, { card, quantity: 2, totalMinor: 20_00n });
    const { data } = (await shop.call(pay, { token: anna.token, body })).body;
    await refundOrder(shop, { memberId: anna.id, id: data._id }, { reason: 'as agreed' });
    expect((await statementOf(shop, anna))[0]).toEqual([
      'Refund, minus $1.00 cashback returned',
      'Complete',
      body.sOrderId,
    ]);
    const shown = await shop.call(showOrder, { token: anna.token, params: { id: data._id } });
    expect(shown.body.data.aCartData).toMatchObject([{ nRefunded: 20, nCashBackTaken: 1 }]);
  });
});
