/** The reconciler: asks the provider about payments and records the answers. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { post } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { minutes, seconds } from '../../../platform/process/durations.ts';
import type { Capture, ProviderReversal } from '../../../providers/payments/port.ts';
import { freeze } from '../../accounts/accounts.ts';
import { followReversal } from '../../points/points.ts';
import { endFrozen, freezeLeft, freezeReturned, isTopUp } from '../../topups/topups.ts';
import { capturePayment } from '../capture/capture.ts';
import { compareReversals, markReversed } from '../capture/capture-queries.ts';
import type { PayableKey } from '../capture/payables.ts';
import { type CaptureResult, recordCapture, recordRefused } from '../capture/record.ts';
import { enqueueAfterDelivery } from '../deliver/enqueue-after-delivery.ts';
import { type CheckoutParts, provider } from '../parts.ts';
import { eachOrder } from '../place/each-order.ts';
import { dueToAsk, findCapture, findPayment, staleClaims } from '../queries.ts';
import { reversalJournal } from '../refund/refund-postings.ts';
import { refundsOf } from '../refund/refund-queries.ts';
import { lockOpenPart, settle } from './decision-queries.ts';

/** Asks the provider about one payment; records a capture, captures an approval. `unknown`: ask again. */
export async function resolvePayment(
  parts: CheckoutParts,
  key: PayableKey,
): Promise<CaptureResult> {
  const payment = await findPayment(parts.db, key);
  if (!payment?.providerOrderId) return 'gone';
  const shown = await parts.payments.showOrder(payment.providerOrderId);
  if (shown.kind === 'unknown') return 'unknown';
  if (shown.kind === 'refused') {
    // No such order, so no capture: our order may lapse.
    const gone = { reason: 'gone', of: payment.providerOrderId } as const;
    await parts.db.tx((tx) => recordRefused(tx, key, gone));
    return 'gone';
  }
  const recorded = await recordCaptures(parts, shown.value.captures);
  if (recorded) return recorded;
  // A declined payment stays so until the buyer calls initiate again.
  if (payment.state === 'declined') return 'declined';
  if (shown.value.status === 'voided') {
    const voided = { reason: 'voided', of: payment.providerOrderId } as const;
    await parts.db.tx((tx) => recordRefused(tx, key, voided));
    return 'gone';
  }
  if (shown.value.status === 'approved' || payment.state === 'claimed')
    return capturePayment(parts, key, 'shop');
  return 'not_approved';
}

/** Records the captures of a provider's order; undefined when no money was taken. */
async function recordCaptures(
  parts: CheckoutParts,
  captures: readonly Capture[],
): Promise<CaptureResult | undefined> {
  const money = captures.filter((capture) => capture.status !== 'declined');
  // One or two at most; recorded one after the other, as they lock the same order.
  const results: CaptureResult[] = [];
  for (const capture of money) results.push(await recordSeen(parts, capture));
  const worst = (['unknown', 'pending', 'returned'] as const).find((one) => results.includes(one));
  return worst ?? (money.length > 0 ? 'recorded' : undefined);
}

/** Records what the provider has captured for an order; captures nothing itself. */
export async function recordMade(parts: CheckoutParts, key: PayableKey): Promise<void> {
  const payment = await findPayment(parts.db, key);
  if (!payment?.providerOrderId) return;
  const shown = await parts.payments.showOrder(payment.providerOrderId);
  if (shown.kind === 'done') await recordCaptures(parts, shown.value.captures);
}

/** Records a capture in any state, and its reversals. `gift`: a refund made in the provider's dashboard. */
export async function recordSeen(
  parts: CheckoutParts,
  capture: Capture,
  gift?: ProviderReversal,
): Promise<CaptureResult> {
  const result = await recordCapture(parts, capture);
  const isDecided =
    capture.status !== 'reversed' || (await recordReversal(parts, capture, { gift }));
  return isDecided ? result : 'unknown';
}

/**
 * Books the reversals of a capture as losses of the house. Our own refunds are none, even when the provider lists them
 * without their origin; false while a refund of the same amount is under way, which may be the listed one. `refused`:
 * id of our refund that the provider just refused. `gift`: a refund made in the dashboard.
 */
export async function recordReversal(
  parts: CheckoutParts,
  capture: Capture,
  { refused = '', gift }: { refused?: string; gift?: ProviderReversal | undefined } = {},
): Promise<boolean> {
  const { captureId, currency, takenBack } = capture;
  const { newMinor, decided } = await parts.db.tx(async (tx) => {
    const { made, underWayMinor } = await refundsOf(tx, { provider, captureId, refused });
    const notOurs = takenBack.filter(({ refundId }) => !made.includes(refundId));
    const taken = await compareReversals(tx, { provider, captureId }, notOurs);
    if (!taken) return { newMinor: 0n, decided: true };
    const mayBeOurs = taken.fresh.filter(({ amountMinor }) => underWayMinor.includes(amountMinor));
    const isSure = (one: ProviderReversal) => !mayBeOurs.includes(one);
    const sure = { ...taken, fresh: taken.fresh.filter(isSure) };
    // Another reversal beside an undecided one of a dispute may be a dispute's too: freeze the member, an operator
    // decides.
    const isAgain = taken.disputed && taken.reversedMinor > taken.settledMinor;
    if (isAgain && sure.fresh.some(({ refundId }) => refundId !== gift?.refundId))
      await freeze(tx, taken.memberId, `payment ${captureId} was reversed again`);
    const { reversedMinor, newMinor } = await markReversed(tx, { provider, captureId }, sure);
    if (newMinor > 0n) await bookReversal(tx, { captureId, reversedMinor, currency }, newMinor);
    if (gift) await settleGift(tx, captureId, gift);
    return { newMinor, decided: mayBeOurs.length === 0 };
  });
  if (newMinor > 0n) parts.log.error({ captureId }, 'a payment was reversed');
  return decided;
}

/** Decides a dashboard refund as `given`, whatever else is undecided. Only once recorded; safe to repeat. */
async function settleGift(
  tx: Tx,
  captureId: string,
  { refundId, amountMinor }: ProviderReversal,
): Promise<void> {
  const open = await lockOpenPart(tx, captureId, refundId);
  if (!open) return;
  // Orders may still refund some of it to the wallet: decided at a later question.
  if ((await freezeReturned(tx, { ...open, topUpId: open.id }, open.openMinor)).length > 0) return;
  const { openMinor } = open;
  const minor = amountMinor < openMinor ? amountMinor : openMinor;
  await endFrozen(tx, captureId, { end: 'kept', minor, openMinor });
  await settle(tx, open, { decision: 'given', minor, ids: [refundId] });
  await enqueueAfterDelivery(tx, open);
}

/** Books a loss of the house; freezes what the wallet has left of a top-up, takes back the points of an order. */
export async function bookReversal(
  tx: Tx,
  reversal: { captureId: string; reversedMinor: bigint; currency: Currency },
  newMinor: bigint,
): Promise<void> {
  await post(tx, reversalJournal(reversal, newMinor));
  const paid = await findCapture(tx, provider, reversal.captureId);
  if (paid?.use !== 'order') return;
  if (!isTopUp(paid)) return followReversal(tx, paid);
  const { memberId, id: topUpId } = paid;
  await freezeLeft(tx, { ...reversal, memberId, topUpId }, newMinor);
}

const claimPause = { leastMs: seconds(15), mostMs: minutes(10) };
const askEveryMs = seconds(60);
const perRound = 20;
/** The provider answers slowly, so several questions run at once. */
const parallelCalls = 4;
/** After an outage thousands may be due; this bounds one run, so that newly due payments are seen. */
const timeBudgetMs = seconds(20);

/**
 * Resolves stale claims, and captures approvals that no browser reported: in rounds until nothing is due, time is up,
 * or the process stops.
 */
export async function reconcile(parts: CheckoutParts, stopping?: AbortSignal): Promise<void> {
  const endMs = performance.now() + timeBudgetMs;
  for (;;) {
    const [claims, due] = await Promise.all([
      staleClaims(parts.db, { provider, ...claimPause, limit: perRound }),
      dueToAsk(parts.db, askEveryMs, perRound),
    ]);
    await eachOrder(parts, [...claims, ...due], {
      what: 'a payment could not be resolved',
      work: (key) => resolvePayment(parts, key),
      atOnce: parallelCalls,
    });
    const more = claims.length === perRound || due.length === perRound;
    if (!more || stopping?.aborted || performance.now() > endMs) return;
  }
}

/** Throws for `unknown`, so that the job runner retries. `pending` does not: another webhook follows. */
export function settled(result: CaptureResult): string {
  if (result === 'unknown') throw new Error('the provider has not decided yet');
  return result;
}
