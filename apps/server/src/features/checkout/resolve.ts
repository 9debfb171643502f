/** The reconciler and the webhooks: finding out what the provider knows and the shop does not yet. */
import { enqueue } from '../../jobs/jobs.ts';
import { post } from '../../ledger/ledger.ts';
import { minutes, seconds } from '../../platform/durations.ts';
import { Refusal } from '../../platform/refusal.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { Capture } from '../../providers/payments/port.ts';
import { freeze } from '../accounts/accounts.ts';
import type { OrderKey } from '../orders/orders.ts';
import { capturePayment } from './capture.ts';
import { eachOrder } from './each-order.ts';
import { countUnverified, endEvent, findEvent, insertEvent } from './event-queries.ts';
import { eventJob, reversalJob } from './jobs.ts';
import { type CheckoutParts, provider } from './parts.ts';
import { reversalJournal } from './postings.ts';
import {
  dueToAsk,
  findCapture,
  findPayment,
  markReversed,
  orderOfProviderOrder,
  staleClaims,
} from './queries.ts';
import { type CaptureResult, recordCapture, recordRefused } from './record.ts';
import { refundsOf } from './refund-queries.ts';

/**
 * Asks the provider about one order and acts on the answer: captured is recorded, approved is captured.
 * `unknown` means: ask again.
 */
export async function resolvePayment(parts: CheckoutParts, key: OrderKey): Promise<CaptureResult> {
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
  const money = shown.value.captures.filter((capture) => capture.status !== 'declined');
  // One or two at most; recorded one after the other because they lock the same order.
  const results: CaptureResult[] = [];
  for (const capture of money) results.push(await recordSeen(parts, capture));
  const worst = (['unknown', 'pending', 'returned'] as const).find((one) => results.includes(one));
  if (worst || money.length > 0) return worst ?? 'recorded';
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

/** Records a capture the provider shows, in whatever state it is by now. */
async function recordSeen(parts: CheckoutParts, capture: Capture): Promise<CaptureResult> {
  const result = await recordCapture(parts, capture);
  if (capture.status !== 'reversed' || (await recordReversal(parts, capture))) return result;
  return 'unknown';
}

/**
 * The provider took the money back: the house loses it, never the member's balance. A refund of ours is
 * none, also where the provider does not say who asked for it; false while one is being made, as it may be
 * that one. `refused`: the provider has just said no to this one.
 */
export async function recordReversal(
  parts: CheckoutParts,
  capture: Capture,
  refused = '',
): Promise<boolean> {
  const { captureId, currency, takenBack } = capture;
  const newMinor = await parts.db.tx(async (tx) => {
    const { made, underWay } = await refundsOf(tx, { provider, captureId, refused });
    const reversedMinor = takenBack.reduce(
      (sum, { refundId, amountMinor }) => (made.includes(refundId) ? sum : sum + amountMinor),
      0n,
    );
    if (reversedMinor > 0n && underWay) return undefined;
    const reversal = { captureId, reversedMinor, currency };
    const found = await markReversed(tx, { ...reversal, provider });
    if (found > 0n) await post(tx, reversalJournal(reversal, found));
    return found;
  });
  if (newMinor === undefined) return false;
  if (newMinor > 0n) parts.log.error({ captureId }, 'a payment was reversed');
  return true;
}

/**
 * A dispute freezes the account. Only the provider's own word for it does: money that went back for
 * other reasons, such as a refund made in the provider's dashboard, looks the same in the API.
 */
async function freezeBuyer(parts: CheckoutParts, captureId: string): Promise<void> {
  await parts.db.tx(async (tx) => {
    const known = await findCapture(tx, provider, captureId);
    if (known) await freeze(tx, known.memberId, `payment ${captureId} was reversed`);
  });
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
      staleClaims(parts.db, { ...claimPause, limit: perRound }),
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

/** Anybody can send events: they go after all other jobs, and this many at a time. */
const eventQueues = 2;
const eventPriority = 10;
/** So many events wait to be verified; the provider sends again later what finds no room. */
const mostUnverified = 1_000;

/** Keeps an event as it came, once, and enqueues its handling; refuses while too many wait. */
export async function receiveEvent(
  { db }: Pick<CheckoutParts, 'db'>,
  event: { eventId: string; headers: Record<string, unknown>; body: Buffer },
): Promise<void> {
  await db.tx(async (tx) => {
    if ((await countUnverified(tx, mostUnverified)) >= mostUnverified)
      throw new Refusal('server.unavailable', { retryAfterSeconds: 60 });
    if (!(await insertEvent(tx, { provider, ...event }))) return;
    await enqueue(tx, {
      job: eventJob,
      payload: { eventId: event.eventId },
      priority: eventPriority,
      queue: `checkout.event ${(sha256(event.eventId)[0] ?? 0) % eventQueues}`,
    });
  });
}

interface EventBody {
  event_type: string;
  resource: { id?: unknown; links?: unknown };
}

/** Verifies a kept event with the provider and acts on it; what it says is read again from the API. */
export async function handleEvent(parts: CheckoutParts, eventId: string): Promise<void> {
  const key = { provider, eventId };
  const event = await findEvent(parts.db, provider, eventId);
  if (event?.state !== 'new') return;
  const genuine = await parts.payments.verifyWebhook(event.headers, event.body);
  if (genuine.kind !== 'done') throw new Error(`event ${eventId} can not be verified now`);
  if (!genuine.value) {
    parts.log.warn({ eventId }, 'a forged event was refused');
    await endEvent(parts.db, key, { state: 'refused', outcome: 'forged' });
    return;
  }
  const outcome = await actOn(parts, JSON.parse(event.body.toString('utf8')) as EventBody);
  await endEvent(parts.db, key, { state: 'handled', outcome });
}

async function actOn(parts: CheckoutParts, event: EventBody): Promise<string> {
  const resourceId = String(event.resource.id ?? '');
  if (event.event_type === 'CHECKOUT.ORDER.APPROVED') {
    const order = await orderOfProviderOrder(parts.db, provider, resourceId);
    if (!order) return 'not an order of ours';
    return settled(await resolvePayment(parts, order));
  }
  if (!event.event_type.startsWith('PAYMENT.CAPTURE.')) return 'nothing to do';
  const captureId = captureIdOf(event) ?? resourceId;
  const shown = await parts.payments.showCapture(captureId);
  if (shown.kind === 'unknown') throw new Error(`capture ${captureId} can not be read now`);
  if (shown.kind === 'refused') return 'no such capture';
  const order = await orderOfProviderOrder(parts.db, provider, shown.value.providerOrderId);
  if (!order) return 'not an order of ours';
  const result = await recordSeen(parts, shown.value);
  if (event.event_type === 'PAYMENT.CAPTURE.REVERSED') {
    await freezeBuyer(parts, captureId);
    if (shown.value.status !== 'reversed') await readReversalLater(parts, shown.value);
  }
  return settled(result);
}

/** What was taken back, and how much, is believed of the record alone: it is read until it says so. */
async function readReversalLater(
  { db, log }: CheckoutParts,
  { captureId, status }: Capture,
): Promise<void> {
  const { made } = await refundsOf(db, { provider, captureId, refused: '' });
  // Nothing was left to be taken: it is about our own refund.
  if (status === 'refunded' && made.length > 0) return;
  log.error({ captureId, status }, 'a payment was reversed, and its record does not say so');
  await enqueue(db, { job: reversalJob, payload: { captureId }, delayMs: readAgainMs });
}

const readAgainMs = minutes(1);

/** Reads a reversal that was told and was not in the record; throws while it is not. */
export async function readReversal(parts: CheckoutParts, captureId: string): Promise<void> {
  const shown = await parts.payments.showCapture(captureId);
  if (shown.kind !== 'done' || shown.value.status !== 'reversed')
    throw new Error(`the reversal of ${captureId} is not in its record`);
  settled(await recordSeen(parts, shown.value));
}

/** Events about refunds and reversals name their capture in the link "up". */
function captureIdOf({ resource }: EventBody): string | undefined {
  const links = Array.isArray(resource.links) ? resource.links : [];
  const up = links.find((link: { rel?: unknown }) => link?.rel === 'up') as
    | { href?: unknown }
    | undefined;
  return /\/captures\/([^/?]+)$/.exec(String(up?.href ?? ''))?.[1];
}

/** Not settled yet is an error, so that the job runner asks again later. What is pending is told by another event. */
function settled(result: CaptureResult): string {
  if (result === 'unknown') throw new Error('the provider has not decided yet');
  return result;
}
