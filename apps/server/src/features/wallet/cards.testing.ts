/** Wallet gift cards and what members do with them, for tests. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/money/wallet.ts';
import type { TestMember } from '../../testing/builders.ts';
import type { Reply, TestShop } from '../../testing/start-shop.ts';
import { createVouchers, type Printed } from './wallet.ts';

/** A fresh gift card of 25.00. */
export async function makeVoucher(shop: TestShop, currency: Currency = 'usd'): Promise<Printed> {
  const { keys } = shop.config;
  const [printed] = await createVouchers(shop.db, { valueMinor: 25_00n, currency, count: 1, keys });
  if (!printed) throw new Error('no voucher');
  return printed;
}

export interface Permit {
  readonly token: string;
  readonly secretToken: string;
}

type Owner = Pick<TestMember, 'token'>;

export async function permit(shop: TestShop, { token }: Owner): Promise<Permit> {
  const { body } = await shop.call(calls.authorize, { token, body: { purpose: 'redeem' } });
  return body.data;
}

export function lookUp(
  shop: TestShop,
  { token }: Owner,
  { code, permit: given }: { code: string; permit: Permit },
) {
  const headers = { token: given.token };
  return shop.call(calls.lookUpVoucher, { token, headers, params: { code } });
}

export function redeem(
  shop: TestShop,
  { token }: Owner,
  { code, pin, permit: given }: Printed & { permit: Permit },
): Promise<Reply<null>> {
  return shop.call(calls.redeem, {
    token,
    headers: { token: given.token },
    body: { sCode: code, sPin: pin, secretToken: given.secretToken },
  });
}

/** A PIN that is not this one. */
export const otherPin = (pin: string) => (pin === '123456' ? '654321' : '123456');

/** How often each status and code was answered. */
export function tally(replies: readonly Reply<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const name = body.code ?? String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
