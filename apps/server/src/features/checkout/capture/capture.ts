/**
 * Claim and call: capturing a card payment, for the browser's call and the reconciler. Each step is safe to
 * repeat, in any order, by several processes at once. record.ts stores the result.
 */
import { enqueue } from '../../../jobs/jobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { seconds } from '../../../platform/process/durations.ts';
import { findMember } from '../../accounts/accounts.ts';
import { isTopUp } from '../../topups/topups.ts';
import { resolveJob } from '../jobs.ts';
import { type CheckoutParts, countProviderCall } from '../parts.ts';
import { claimPayment } from '../queries.ts';
import { keyOf, lockPayable, type PayableKey } from './payables.ts';
import { type CaptureResult, recordCapture, recordRefused } from './record.ts';

interface Claim {
  readonly providerOrderId: string;
  readonly attempt: number;
  /** The attempt begins with this claim. */
  readonly fresh: boolean;
}

/** What has frozen an account: the house, or its owner. */
type Held = 'frozen' | 'locked';

/** A claim from before the member's account was frozen. */
interface Leftover {
  readonly leftover: string;
  readonly held: Held;
}

/**
 * Claims the capture of what is not paid yet, unless it is over, its provider order was given up or is spent,
 * or the account is frozen by the house or, for what is bought, by its owner.
 */
async function claim(
  tx: Tx,
  key: PayableKey,
  { by, throttle }: Pick<CheckoutParts, 'throttle'> & { readonly by: 'buyer' | 'shop' },
): Promise<Claim | Leftover | 'over' | 'abandoned' | 'spent' | Held> {
  const [[{ open }, payment], member] = await Promise.all([
    lockPayable(tx, key),
    findMember(tx, key.memberId),
    by === 'buyer' && countProviderCall(throttle.within(tx), key.memberId),
  ]);
  if (!open || !payment || payment.state === 'captured') return 'over';
  if (payment.state === 'declined' && !payment.providerOrderId) return 'spent';
  if (payment.state === 'abandoned' || !payment.providerOrderId) return 'abandoned';
  // What its owner has frozen still takes money in.
  const lockedHere = member?.locked && !isTopUp(key);
  const held = member?.frozenAt ? 'frozen' : lockedHere ? 'locked' : undefined;
  if (held) return payment.state === 'claimed' ? { leftover: payment.providerOrderId, held } : held;
  return {
    providerOrderId: payment.providerOrderId,
    attempt: await tx.last(() => claimPayment(tx, key, by)),
    fresh: payment.state !== 'claimed',
  };
}

const underWay = new Map<string, Promise<CaptureResult>>();

/**
 * Captures a payment if it is due, because its buyer wants it now or because the shop looks after
 * it. Calls for one payment in this process share one try.
 */
export function capturePayment(
  parts: CheckoutParts,
  key: PayableKey,
  by: 'buyer' | 'shop',
): Promise<CaptureResult> {
  const running = underWay.get(key.id);
  if (running) return running;
  const started = captureOnce(parts, key, by).finally(() => underWay.delete(key.id));
  underWay.set(key.id, started);
  return started;
}

async function captureOnce(
  parts: CheckoutParts,
  key: PayableKey,
  by: 'buyer' | 'shop',
): Promise<CaptureResult> {
  const claimed = await parts.db.tx((tx) => claim(tx, key, { ...parts, by }));
  if (claimed === 'over') return 'recorded';
  if (claimed === 'abandoned') return 'gone';
  if (claimed === 'spent') return 'declined';
  if (claimed === 'frozen' || claimed === 'locked') return claimed;
  if ('leftover' in claimed) return dropClaim(parts, key, claimed);
  crashPoint('checkout.capture_claimed');
  const outcome = await parts.payments.capture(claimed.providerOrderId, {
    key: `${keyOf(key)}:capture:${claimed.attempt}`,
  });
  crashPoint('checkout.captured');
  if (outcome.kind === 'done') {
    const asked = outcome.value.providerOrderId === claimed.providerOrderId;
    return recordCapture(parts, outcome.value, asked ? key : undefined);
  }
  if (outcome.kind === 'unknown') {
    parts.log.warn({ orderId: key.id, reason: outcome.reason }, 'a capture is unknown');
    // Once an attempt: what asks again comes here, too.
    if (claimed.fresh) await askLater(parts, key);
    return 'unknown';
  }
  const { reason } = outcome;
  if (reason === 'gone') return recordGone(parts, key, claimed.providerOrderId);
  await parts.db.tx((tx) => recordRefused(tx, key, { reason, of: claimed.providerOrderId }));
  return reason === 'spent' ? 'declined' : reason;
}

/** The provider's order as it is now, with the capture that took money or may yet; neither when it has none. */
async function lookAt({ payments }: CheckoutParts, providerOrderId: string) {
  const shown = await payments.showOrder(providerOrderId);
  if (shown.kind === 'unknown') return 'unknown';
  if (shown.kind === 'refused') return { status: undefined, capture: undefined };
  const { status, captures } = shown.value;
  return { status, capture: captures.find((capture) => capture.status !== 'declined') };
}

/**
 * The provider knew nothing of its order, or had given it up. Its record is read before that is believed:
 * an earlier try may have taken the money.
 */
async function recordGone(
  parts: CheckoutParts,
  key: PayableKey,
  providerOrderId: string,
): Promise<CaptureResult> {
  const found = await lookAt(parts, providerOrderId);
  if (found === 'unknown') return found;
  if (found.capture) return recordCapture(parts, found.capture);
  const reason = found.status === 'voided' ? 'voided' : 'gone';
  await parts.db.tx((tx) => recordRefused(tx, key, { reason, of: providerOrderId }));
  return 'gone';
}

/**
 * Gives up the claim of a member who was frozen since, so that the order can lapse; unless the provider
 * took the money after all. What it takes later still is recorded like any late money.
 */
async function dropClaim(
  parts: CheckoutParts,
  key: PayableKey,
  { leftover, held }: Leftover,
): Promise<CaptureResult> {
  const found = await lookAt(parts, leftover);
  if (found === 'unknown' || found.capture) return 'unknown';
  const refusal = { reason: 'not_approved', of: leftover } as const;
  await parts.db.tx((tx) => recordRefused(tx, key, refusal));
  return held;
}

const askAgainMs = seconds(2);

/** Asks again soon; the reconciler would too, but later. */
function askLater({ db }: CheckoutParts, { memberId, id }: PayableKey): Promise<number> {
  return enqueue(db, {
    job: resolveJob,
    payload: { memberId, orderId: id },
    delayMs: askAgainMs,
  });
}
