/** Adding money by card: the pair says which payment it was begun for. */
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
import { type Bond, findPermit, spendIfGood } from './send/permit-queries.ts';
import { authorize, pairOf, type Tokens } from './send/permits.ts';

export interface AddParts {
  readonly checkout: CheckoutParts;
  readonly options: Options;
}

type Who = Pick<Bond, 'memberId' | 'sessionId'>;

/** A top-up as the wire shows it. */
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

/** Begins a top-up and makes the pair that adds it, in one transaction. */
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
 * Adds the money of a payment to the member's wallet, once. The pair is the key: repeated after success it
 * answers the same; for another payment it is refused. Only a success spends it.
 */
export async function add(
  parts: AddParts,
  { memberId, sessionId }: Who,
  { tokens, ...said }: SaidTopUp & { readonly tokens: Tokens },
): Promise<TopUp> {
  const bond: Bond = { memberId, sessionId, purpose: 'add' };
  const pair = pairOf(tokens);
  const about = (await findPermit(parts.checkout.db, bond, pair))?.about;
  if (!about) throw new Refusal('wallet.token');
  const topUp = await captureTopUp(parts.checkout, { memberId, id: about }, said);
  if (topUp.state === 'paid') {
    const { id, amountMinor, currency } = topUp;
    const outcome = { input: id, amountMinor: amountMinor.toString(), currency };
    // A pair that ended while the provider was asked has done its work.
    await spendIfGood(parts.checkout.db, pair.tokenHash, outcome);
  }
  return topUp;
}

/** What the call says was paid. */
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
