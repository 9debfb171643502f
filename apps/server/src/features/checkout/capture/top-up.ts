/**
 * Top-ups of a wallet by card: claim, call, record, as for an order. A member has one pending top-up at a time; a new
 * one cancels the one before, which can no longer be captured.
 */
import type { ErrorCode } from '@giftlane/contract/errors.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { findMember, requireActive } from '../../accounts/accounts.ts';
import type { Options } from '../../content/content.ts';
import {
  addedInADay,
  checkTerms,
  findTopUp,
  insertTopUp,
  isTopUpOver,
  lapsedTopUps,
  lockOpenTopUp,
  lockTopUp,
  lockTopUps,
  type SaidTopUp,
  setTopUpClientId,
  setTopUpState,
  type TopUp,
  type TopUpKey,
  topUpPrefix,
  topUpTerms,
} from '../../topups/topups.ts';
import { type CheckoutParts, countProviderCall, provider } from '../parts.ts';
import { eachOrder } from '../place/each-order.ts';
import { providerOrderFor } from '../place/provider-order.ts';
import { insertPayment, lockPayment } from '../queries.ts';
import { capturePayment } from './capture.ts';
import type { CaptureResult } from './record.ts';

/** As long as an order's reservation: the provider's window may stay open for a while. */
const lapseMs = minutes(30);

export interface TopUpWish {
  readonly amountMinor: bigint;
  /** The wallet's currency, if the caller names one. */
  readonly currency?: Currency | undefined;
}

/** Cancels the pending top-up; refuses `wallet.add_being_paid` while the provider may be capturing it. */
async function giveUp(tx: Tx, open: TopUp): Promise<void> {
  const payment = await lockPayment(tx, open);
  if (payment?.state === 'claimed') throw new Refusal('wallet.add_being_paid');
  await setTopUpState(tx, open, { state: 'failed', failReason: 'cancelled' });
}

/**
 * Stores a top-up, and what `also` stores, then creates the provider's order. Returns our id, the provider's and the
 * result of `also`. Refuses `session.required`, `account.frozen`, `wallet.add_currency`, `wallet.add_too_little`,
 * `wallet.add_limit`, `wallet.add_being_paid`, `request.throttled`, `payment.unavailable`.
 */
export async function beginTopUp<Stored>(
  parts: CheckoutParts,
  options: Options,
  memberId: string,
  { amountMinor, currency, also }: TopUpWish & { also: (tx: Tx, id: string) => Promise<Stored> },
): Promise<{ id: string; paymentId: string; stored: Stored }> {
  const key = { memberId, id: newId(topUpPrefix) };
  const [payment, stored] = await parts.db.tx(async (tx) => {
    const [, found, open, added] = await Promise.all([
      lockTopUps(tx, memberId),
      findMember(tx, memberId),
      lockOpenTopUp(tx, memberId),
      addedInADay(tx, memberId),
      countProviderCall(parts.throttle.within(tx), memberId),
    ]);
    const member = requireActive(found);
    if (currency !== undefined && currency !== member.currency)
      throw new Refusal('wallet.add_currency', { currency: member.currency.toUpperCase() });
    if (open) await giveUp(tx, open);
    checkTerms(await topUpTerms(options, member, added), amountMinor, member.currency);
    const due = { amountMinor, currency: member.currency };
    const [, ...written] = await tx.last(() =>
      Promise.all([
        insertTopUp(tx, { ...key, ...due }, lapseMs),
        insertPayment(tx, key, { id: newId('pay'), provider, ...due }),
        also(tx, key.id),
      ]),
    );
    return written;
  });
  crashPoint('checkout.top_up_begun');
  return { id: key.id, paymentId: await providerOrderFor(parts, key, payment), stored };
}

/** The refusal for each capture result without money. */
const refusals: Partial<Record<CaptureResult, ErrorCode>> = {
  declined: 'payment.declined',
  frozen: 'account.frozen',
  not_approved: 'payment.not_approved',
  returned: 'wallet.add_returned',
  gone: 'wallet.add_mismatch',
};

/** Refuses a failed top-up. */
function refuseOver({ state, failReason }: TopUp): void {
  if (state !== 'failed') return;
  throw new Refusal(failReason === 'returned' ? 'wallet.add_returned' : 'wallet.add_over');
}

/** A member's top-up, or `wallet.add_not_found`. */
export async function needTopUp(parts: Pick<CheckoutParts, 'db'>, key: TopUpKey): Promise<TopUp> {
  const topUp = await findTopUp(parts.db, key);
  if (!topUp) throw new Refusal('wallet.add_not_found');
  return topUp;
}

/**
 * Captures an approved top-up and returns it: paid, or pending while the provider decides. Safe to repeat. Refuses
 * `wallet.add_mismatch`, `wallet.add_over`, `wallet.add_returned`, `account.frozen`, `payment.declined`,
 * `payment.not_approved`, `request.throttled`.
 */
export async function captureTopUp(
  parts: CheckoutParts,
  key: TopUpKey,
  said: SaidTopUp,
): Promise<TopUp> {
  const topUp = await setTopUpClientId(parts.db, key, said);
  if (!topUp) throw new Refusal('wallet.add_mismatch');
  refuseOver(topUp);
  if (topUp.state === 'pending') {
    const refused = refusals[await capturePayment(parts, key, 'buyer')];
    if (refused) throw new Refusal(refused);
  }
  const now = await needTopUp(parts, key);
  refuseOver(now);
  return now;
}

async function lapseOne(tx: Tx, key: TopUpKey): Promise<void> {
  const topUp = await lockTopUp(tx, key);
  const payment = await lockPayment(tx, key);
  if (topUp?.state !== 'pending' || payment?.state === 'claimed') return;
  if (!(await isTopUpOver(tx, key))) return;
  const failReason = topUp.failReason ?? 'lapsed';
  await setTopUpState(tx, key, { state: 'failed', failReason });
}

const atOnce = 50;
const rounds = 20;

/** Fails the top-ups whose time is over, up to a thousand per run. */
export async function lapseTopUps(parts: Pick<CheckoutParts, 'db' | 'log'>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const keys = await lapsedTopUps(parts.db, atOnce);
    const failed = await eachOrder(parts, keys, {
      what: 'a top-up could not lapse',
      work: (key) => parts.db.tx((tx) => lapseOne(tx, key)),
    });
    if (keys.length < atOnce || failed > 0) return;
  }
}
