/** Money sent from member to member, for tests. */
import * as calls from '@giftlane/contract/money/wallet.ts';
import { type TestMember, testPassword } from '../../../testing/builders.ts';
import type { TestShop } from '../../../testing/start-shop.ts';
import type { Permit } from '../cards.testing.ts';

export async function sendPermit(shop: TestShop, { token }: Pick<TestMember, 'token'>) {
  const { body } = await shop.call(calls.authorize, { token, body: { purpose: 'send' } });
  return body.data;
}

interface Sending {
  readonly permit: Permit;
  readonly to: string;
  readonly amount?: number;
  readonly password?: string;
  readonly note?: string;
}

export const send = (
  shop: TestShop,
  { token }: Pick<TestMember, 'token'>,
  { permit, to, amount = 10, password = testPassword, note }: Sending,
) =>
  shop.call(calls.sendMoney, {
    token,
    headers: { token: permit.token },
    body: {
      nTotalAmount: amount,
      address: to,
      sPassword: password,
      secretToken: permit.secretToken,
      ...(note !== undefined && { sNote: note }),
    },
  });
