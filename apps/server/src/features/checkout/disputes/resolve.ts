/** The reconciler: finding out what the provider knows and the shop does not yet. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { post } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { minutes, seconds } from '../../../platform/process/durations.ts';
import type { Capture, ProviderReversal } from '../../../providers/payments/port.ts';
import { freeze } from '../../accounts/accounts.ts';
import { followReversal } from '../../points/points.ts';
import { endFrozen, freezeLeft, isTopUp, setBackAside } from '../../topups/topups.ts';
import { capturePayment } from '../capture/capture.ts';
import { compareTaken, markReversed } from '../capture/capture-queries.ts';
import type { PayableKey } from '../capture/payables.ts';
import { type CaptureResult, recordCapture, recordRefused } from '../capture/record.ts';
import { earnAgain } from '../deliver/earn-again.ts';
import { type CheckoutParts, provider } from '../parts.ts';
import { eachOrder } from '../place/each-order.ts';
import { dueToAsk, findCapture, findPayment, staleClaims } from '../queries.ts';
import { reversalJournal } from '../refund/refund-postings.ts';
import { refundsOf } from '../refund/refund-queries.ts';
import { lockOpenPart, settle } from './decision-queries.ts';

/**
 * Asks the provider about one payment and acts on the answer: captured is recorded, approved is captured.
 * `unknown` means: ask again.
 */
export async function resolvePayment(
  parts: CheckoutParts,
  key: PayableKey,
): Promise<CaptureResult> {
  const payment = await findPayment(parts.db, key);
  if (!payment?.providerOrderId) return 'gone';
  const shown = await parts.payments.showOrder(payment.providerOrderId);
  if (shown.kind === 'unknown') return 'unknown';
  if (shown.kind === 'refused') {
    // Nothing can have been captured: the order is free to lapse.
    const gone = { reason: 'gone', of: payment.providerOrderId } as const;
    await parts.db.tx((tx) => recordRefused(tx, key, gone));
    return 'gone';
  }
  const recorded = await recordCaptures(parts, shown.value.captures);
  if (recorded) return recorded;
  // A declined card stays declined until the buyer tries again, which initiate says.
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

/** Records the captures the provider shows of an order; undefined when no money was taken. */
async function recordCaptures(
  parts: CheckoutParts,
  captures: readonly Capture[],
): Promise<CaptureResult | undefined> {
  const money = captures.filter((capture) => capture.status !== 'declined');
  // One or two at most; recorded one after the other because they lock the same order.
  const results: CaptureResult[] = [];
  for (const capture of money) results.push(await recordSeen(parts, capture));
  const worst = (['unknown', 'pending', 'returned'] as const).find((one) => results.includes(one));
  return worst ?? (money.length > 0 ? 'recorded' : undefined);
}

/** Asks the provider what it has captured for an order, and records that; captures nothing itself. */
export async function recordMade(parts: CheckoutParts, key: PayableKey): Promise<void> {
  const payment = await findPayment(parts.db, key);
  if (!payment?.providerOrderId) return;
  const shown = await parts.payments.showOrder(payment.providerOrderId);
  if (shown.kind === 'done') await recordCaptures(parts, shown.value.captures);
}

/** Records a capture the provider shows, in whatever state it is by now, and what it tells was given in its dashboard. */
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
 * The provider took the money back: the house loses it; no member's balance falls below zero. A refund of ours is
 * none, also where the provider does not say who asked for it; false while one of the same amount is being made, as it
 * may be that one. `refused`: the provider has just said no to this one. `gift`: the shop gave it in the dashboard, if it
 * is not that one.
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
    const taken = await compareTaken(tx, { provider, captureId }, notOurs);
    if (!taken) return { newMinor: 0n, decided: true };
    const mayBeOurs = taken.fresh.filter(({ amountMinor }) => underWayMinor.includes(amountMinor));
    const isSure = (one: ProviderReversal) => !mayBeOurs.includes(one);
    const sure = { ...taken, fresh: taken.fresh.filter(isSure) };
    // Whoever took of it once by a dispute may do so again: a person decides, also where one has before.
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

/** What the shop gave in the provider's dashboard is decided by that, whatever else is open. Once, for one that is recorded. */
async function settleGift(
  tx: Tx,
  captureId: string,
  { refundId, amountMinor }: ProviderReversal,
): Promise<void> {
  const open = await lockOpenPart(tx, captureId, refundId);
  if (!open) return;
  // It is asked about again, and decided when nothing of it can come back into the wallet any more.
  if ((await setBackAside(tx, { ...open, topUpId: open.id }, open.openMinor)).length > 0) return;
  const { openMinor } = open;
  const minor = amountMinor < openMinor ? amountMinor : openMinor;
  await endFrozen(tx, captureId, { end: 'kept', minor, openMinor });
  await settle(tx, open, { decision: 'given', minor, ids: [refundId] });
  await earnAgain(tx, open);
}

/** The house's loss; of money that was added to a wallet what is left there is set aside, of an order the points go. */
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
/** An answer takes the provider a while, so several are waited for. */
const askedAtOnce = 4;
/** After an outage thousands may be due; whoever else wants to be asked about is seen again by then. */
const goesOnForMs = seconds(20);

/**
 * Resolves claims without an end, and captures approvals whose browser is gone: round by round, until
 * nothing is due any more, or the process is to stop.
 */
export async function reconcile(parts: CheckoutParts, stopping?: AbortSignal): Promise<void> {
  const endMs = performance.now() + goesOnForMs;
  for (;;) {
    const [claims, due] = await Promise.all([
      staleClaims(parts.db, { provider, ...claimPause, limit: perRound }),
      dueToAsk(parts.db, askEveryMs, perRound),
    ]);
    await eachOrder(parts, [...claims, ...due], {
      what: 'a payment could not be resolved',
      work: (key) => resolvePayment(parts, key),
      atOnce: askedAtOnce,
    });
    const more = claims.length === perRound || due.length === perRound;
    if (!more || stopping?.aborted || performance.now() > endMs) return;
  }
}

/** Not settled yet is an error, so that the job runner asks again later. What is pending is told by another event. */
export function settled(result: CaptureResult): string {
  if (result === 'unknown') throw new Error('the provider has not decided yet');
  return result;
}
