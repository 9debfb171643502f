/** The buyer's actions at the sandboxed card provider, and orders awaiting them. */
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { makeCard, makeMember, orderBody } from './builders.ts';
import type { TestShop } from './start-shop.ts';

/**
 * An action in the provider's window, by the account `payer` if given; `void` is the provider's own, which
 * ends the order.
 */
export async function atProvider(
  shop: TestShop,
  providerOrderId: string,
  deed: 'approve' | 'decline' | 'cancel' | 'void',
  payer?: string,
): Promise<void> {
  const response = await fetch(
    `${shop.sandbox.paypalUrl}/__sandbox/orders/${providerOrderId}/${deed}`,
    {
      method: 'POST',
      ...(payer !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ payer_id: payer }),
      }),
    },
  );
  if (!response.ok) throw new Error(`the sandbox says ${response.status}`);
}

/** Anna has 100.00 in her wallet and initiates an order of 3 x 10.00, part of it from the wallet. */
export async function initiated(shop: TestShop, { walletMinor = 0n, codes = 5 } = {}) {
  const anna = await makeMember(shop, { walletMinor: 100_00n, verified: true });
  const card = await makeCard(shop, { priceMinor: 10_00n, codes });
  const body = orderBody(anna, {
    card,
    quantity: 3,
    totalMinor: 30_00n,
    walletMinor,
    gateway: 'PayPal',
  });
  const { sPayerId, ...wish } = body;
  const reply = await shop.call(initiate, { token: anna.token, body: wish });
  const { sPaymentId } = reply.body.data;
  return {
    anna,
    card,
    wish,
    body: { ...body, sPayerId, sPaymentId },
    sPaymentId,
    reply,
    confirm: () => shop.call(pay, { token: anna.token, body: { ...body, sPaymentId } }),
  };
}
