/** Money added by card, for tests. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/money/wallet.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { makeMember, type TestMember } from '../../../testing/builders.ts';
import { atProvider } from '../../../testing/buying.ts';
import type { TestShop } from '../../../testing/start-shop.ts';

/** Asks to add an amount, major units. */
export const askToAdd = (shop: TestShop, { token }: TestMember, nTotalAmount: number) =>
  shop.call(calls.authorize, { token, body: { purpose: 'add', nTotalAmount } });

/** A member's payment into the wallet, begun and not approved. */
export async function begun(shop: TestShop, member: TestMember, nTotalAmount = 40) {
  const { data } = (await askToAdd(shop, member, nTotalAmount)).body;
  const { token: header, secretToken, sTopUpId = '', sPaymentId = '' } = data;
  const body = {
    sOrderId: newId('add'),
    sPayerId: member.id,
    eCurrency: 'usd' as Currency,
    sPaymentId,
    sPaymentToken: '',
    eGateway: 'PayPal' as const,
    nTotalAmount,
    secretToken,
  };
  return {
    member,
    header,
    body,
    sTopUpId,
    sPaymentId,
    approve: () => atProvider(shop, sPaymentId, 'approve'),
    add: (changed: Partial<typeof body> = {}, token = member.token) =>
      shop.call(calls.addMoney, {
        token,
        headers: { token: header },
        body: { ...body, ...changed },
      }),
    show: async () => {
      const { token } = member;
      const reply = await shop.call(calls.showTopUp, { token, params: { id: sTopUpId } });
      return reply.body.data;
    },
  };
}

/** 40.00 that Anna is about to add, approved. */
export async function approvedTopUp(shop: TestShop, nTotalAmount = 40) {
  const anna = await makeMember(shop);
  const topUp = await begun(shop, anna, nTotalAmount);
  await topUp.approve();
  return { anna, ...topUp };
}
