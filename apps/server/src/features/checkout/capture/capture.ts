/**
 * Captures card payments for the browser's request and the reconciler: claim, then call the provider. Each step is safe
 * to repeat, in any order, in several processes at once. record.ts stores the result.
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
  /** True when this claim starts the attempt. */
  readonly fresh: boolean;
}

/** `frozen`: by the house; `locked`: by its owner. */
type Held = 'frozen' | 'locked';

/** A claim made before the account was frozen; `leftover` is the provider's order. */
interface Leftover {
  readonly leftover: string;
  readonly held: Held;
}

/**
 * Claims the capture of a pending payment. No claim when it is over, when its provider order was abandoned or used up,
 * or when the account is frozen; an account locked by its owner still takes top-ups.
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
  // An account locked by its owner still takes top-ups.
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
 * Captures a payment, for its buyer or for the reconciler. Concurrent calls for one payment in this process share one
 * attempt.
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
    // Once per attempt, as the retry comes here too.
    if (claimed.fresh) await askLater(parts, key);
    return 'unknown';
  }
  const { reason } = outcome;
  if (reason === 'gone') return recordGone(parts, key, claimed.providerOrderId);
  await parts.db.tx((tx) => recordRefused(tx, key, { reason, of: claimed.providerOrderId }));
  return reason === 'spent' ? 'declined' : reason;
}

/** The status of the provider's order and its capture that is not declined; neither when there is no such order. */
async function lookAt({ payments }: CheckoutParts, providerOrderId: string) {
  const shown = await payments.showOrder(providerOrderId);
  if (shown.kind === 'unknown') return 'unknown';
  if (shown.kind === 'refused') return { status: undefined, capture: undefined };
  const { status, captures } = shown.value;
  return { status, capture: captures.find((capture) => capture.status !== 'declined') };
}

/** The provider refused the capture as `gone`. Its order is read first, since an earlier attempt may have captured. */
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
 * Ends the claim of a frozen member, so that the order can lapse, unless the provider has a capture. A later capture is
 * recorded as late money.
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

/** Retries in two seconds; the reconciler would do so later. */
function askLater({ db }: CheckoutParts, { memberId, id }: PayableKey): Promise<number> {
  return enqueue(db, {
    job: resolveJob,
    payload: { memberId, orderId: id },
    delayMs: askAgainMs,
  });
}
