/** Top-ups by card. A permit's token pair is bound to the top-up it was issued for. */
import { fromWire, toWire } from '@giftlane/contract/money/money.ts';
import type { topUpSchema } from '@giftlane/contract/money/wallet.ts';
import type * as z from 'zod';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  beginTopUp,
  type CheckoutParts,
  captureTopUp,
  type TopUpWish,
} from '../checkout/checkout.ts';
import type { Options } from '../content/content.ts';
import type { SaidTopUp, TopUp } from '../topups/topups.ts';
import { findPermit, type PermitScope, spendIfGood } from './send/permit-queries.ts';
import { authorize, pairOf, type Tokens } from './send/permits.ts';

export interface AddParts {
  readonly checkout: CheckoutParts;
  readonly options: Options;
}

type Who = Pick<PermitScope, 'memberId' | 'sessionId'>;

/** The top-up as the API returns it; amounts in currency units. */
export function topUpToWire(topUp: TopUp): z.infer<typeof topUpSchema> {
  const statuses = { pending: 'Pending', paid: 'Complete', failed: 'Denied' } as const;
  return {
    _id: topUp.id,
    sOrderId: topUp.clientId,
    sPaymentId: topUp.paymentId,
    eStatus: statuses[topUp.state],
    nTotalAmount: toWire(topUp.amountMinor),
    eCurrency: topUp.currency,
    sNotice: topUp.notice,
    dCreatedAt: topUp.createdAt.toISOString(),
  };
}

/** Begins a top-up and issues its token pair, in one transaction. */
export async function authorizeAdd(
  { checkout, options }: AddParts,
  { memberId, sessionId }: Who,
  wish: TopUpWish,
) {
  const bond = { memberId, sessionId, purpose: 'add' } as const;
  const { id, paymentId, stored } = await beginTopUp(checkout, options, memberId, {
    ...wish,
    also: (tx, about) => authorize(tx, bond, about),
  });
  return { ...stored, topUpId: id, paymentId };
}

/**
 * Captures the payment and credits the wallet, once. The pair is the idempotency key: repeated after success it
 * returns the same top-up; for another payment it refuses `wallet.add_mismatch`. Only success spends the pair.
 */
export async function add(
  parts: AddParts,
  { memberId, sessionId }: Who,
  { tokens, ...said }: SaidTopUp & { readonly tokens: Tokens },
): Promise<TopUp> {
  const bond: PermitScope = { memberId, sessionId, purpose: 'add' };
  const pair = pairOf(tokens);
  const about = (await findPermit(parts.checkout.db, bond, pair))?.about;
  if (!about) throw new Refusal('wallet.token');
  const topUp = await captureTopUp(parts.checkout, { memberId, id: about }, said);
  if (topUp.state === 'paid') {
    const { id, amountMinor, currency } = topUp;
    const outcome = { input: id, amountMinor: amountMinor.toString(), currency };
    // The pair may have expired during the provider call; the top-up is paid all the same.
    await spendIfGood(parts.checkout.db, pair.tokenHash, outcome);
  }
  return topUp;
}

/** The payment that the request claims to pay. */
export const saidOf = (body: {
  sOrderId: string;
  sPaymentId: string;
  nTotalAmount: number;
  eCurrency: SaidTopUp['currency'];
}): SaidTopUp => ({
  clientId: body.sOrderId,
  paymentId: body.sPaymentId,
  amountMinor: fromWire(body.nTotalAmount),
  currency: body.eCurrency,
});
