/**
 * The provider's webhooks. Genuinely signed ones are stored and handled. Unproven ones are stored only if they name an
 * order of ours, a few at a time, and verified by the provider.
 */
import { enqueue } from '../../../jobs/jobs.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { sha256 } from '../../../platform/secrets/secrets.ts';
import type { Capture } from '../../../providers/payments/port.ts';
import { recordSeen, resolvePayment, settled } from '../disputes/resolve.ts';
import { freezeBuyer, noteDashboardRefund } from '../disputes/taken-back.ts';
import { eventJob, reversalJob } from '../jobs.ts';
import { type CheckoutParts, provider } from '../parts.ts';
import { findCapture, findPayment, orderOfProviderOrder } from '../queries.ts';
import { refundsOf } from '../refund/refund-queries.ts';
import { isFrozenFor } from './capture-queries.ts';
import {
  countUnproven,
  endEvent,
  findEvent,
  insertEvent,
  lastProven,
  orderNamed,
} from './event-queries.ts';

interface EventBody {
  readonly event_type: string;
  readonly resource: {
    readonly id?: unknown;
    readonly links?: unknown;
    readonly supplementary_data?: unknown;
  };
}

export interface ReceivedEvent {
  readonly eventId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
  readonly event: EventBody;
}

/** Unproven events may be forged: they have the lowest job priority, and these queues bound concurrency. */
const unprovenQueues = 2;
const unprovenPriority = 10;
/** Most unproven events per order awaiting verification; the provider resends the others. */
const mostUnproven = 3;

const comeAgain = () => new Refusal('server.unavailable', { retryAfterSeconds: 60 });

/**
 * Makes the webhook receiver: stores each event once and enqueues its job. Refuses `input.invalid` for forged ones and
 * `server.unavailable` for those that cannot be verified now.
 */
export function makeInbox({ db, payments }: Pick<CheckoutParts, 'db' | 'payments'>) {
  let ready: Promise<void> | undefined;
  /** Loads the certificate of the last genuine event, before unproven events can name others; retried until loaded. */
  const makeReady = async () => {
    try {
      const last = await lastProven(db, provider);
      if (last) await payments.readyFor(last.headers);
    } catch {
      ready = undefined;
    }
  };

  async function keep({ eventId, headers, rawBody }: ReceivedEvent, about: string | null) {
    const proven = about === null;
    await db.tx(async (tx) => {
      if (!proven && (await countUnproven(tx, about, mostUnproven)) >= mostUnproven)
        throw comeAgain();
      const event = { provider, eventId, headers, body: rawBody, proven, about };
      if (!(await insertEvent(tx, event))) return;
      const queue = `checkout.event ${(sha256(eventId)[0] ?? 0) % unprovenQueues}`;
      const payload = { eventId };
      const pace = proven ? {} : { priority: unprovenPriority, queue };
      await enqueue(tx, { job: eventJob, payload, ...pace });
    });
  }

  return async function receiveEvent(received: ReceivedEvent): Promise<void> {
    ready ??= makeReady();
    await ready;
    const judge = (fetching: boolean) =>
      payments.judgeWebhook(received.headers, received.rawBody, { fetching });
    let signed = await judge(false);
    if (signed === 'genuine') return keep(received, null);
    if (signed === 'forged') throw new Refusal('input.invalid');
    // Events that name no order of ours are dropped, genuine or not.
    const order = await orderNamed(db, provider, namesIn(received.event));
    if (!order) return;
    if (signed === 'unknown') signed = await judge(true);
    if (signed === 'forged') throw new Refusal('input.invalid');
    if (signed === 'unknown') throw comeAgain();
    return keep(received, signed === 'genuine' ? null : `${order.memberId} ${order.id}`);
  };
}

/** The provider's ids in an event. */
function namesIn({ resource }: EventBody): string[] {
  const { related_ids: related } = Object(resource.supplementary_data) as { related_ids?: unknown };
  const { order_id: orderId } = Object(related) as { order_id?: unknown };
  const names = [resource.id, orderId, upOf(resource).split('/').at(-1)];
  return names.filter(
    (name) => typeof name === 'string' && /^[\x21-\x7e]{1,100}$/.test(name),
  ) as string[];
}

/** Handles a stored event, after the provider has verified an unproven one; its facts are read again from the API. */
export async function handleEvent(parts: CheckoutParts, eventId: string): Promise<void> {
  const event = await findEvent(parts.db, provider, eventId);
  if (event?.state !== 'new') return;
  const key = { provider, eventId, proven: event.proven };
  const genuine = event.proven || (await isGenuine(parts, eventId, event));
  if (!genuine) {
    parts.log.warn({ eventId }, 'a forged event was refused');
    await endEvent(parts.db, key, { state: 'refused', outcome: 'forged' });
    return;
  }
  const outcome = await actOn(parts, JSON.parse(event.body.toString('utf8')) as EventBody);
  await endEvent(parts.db, key, { state: 'handled', outcome });
}

async function isGenuine(
  { payments }: CheckoutParts,
  eventId: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
): Promise<boolean> {
  const outcome = await payments.verifyWebhook(headers, body);
  if (outcome.kind !== 'done') throw new Error(`event ${eventId} can not be verified now`);
  return outcome.value;
}

/** The usual outcome: the browser's request stored the capture already, so the provider is not called. */
const knownBefore = 'known before';

async function actOn(parts: CheckoutParts, event: EventBody): Promise<string> {
  const resourceId = String(event.resource.id ?? '');
  if (event.event_type === 'CHECKOUT.ORDER.APPROVED') {
    const order = await orderOfProviderOrder(parts.db, provider, resourceId);
    if (!order) return 'not an order of ours';
    const payment = await findPayment(parts.db, order);
    const captured = payment?.state === 'captured' && payment.providerOrderId === resourceId;
    return captured ? knownBefore : settled(await resolvePayment(parts, order));
  }
  if (!event.event_type.startsWith('PAYMENT.CAPTURE.')) return 'nothing to do';
  const captureId = captureIdOf(event) ?? resourceId;
  if (event.event_type === 'PAYMENT.CAPTURE.COMPLETED')
    if (await findCapture(parts.db, provider, captureId)) return knownBefore;
  const shown = await parts.payments.showCapture(captureId);
  if (shown.kind === 'unknown') throw new Error(`capture ${captureId} can not be read now`);
  if (shown.kind === 'refused') return 'no such capture';
  const order = await orderOfProviderOrder(parts.db, provider, shown.value.providerOrderId);
  if (!order) return 'not an order of ours';
  // The event may be days late, after the member was frozen for this reversal, and perhaps unfrozen.
  const isLate = await isFrozenFor(parts.db, { provider, captureId }, resourceId);
  const { made } = await refundsOf(parts.db, { provider, captureId, refused: '' });
  const named = shown.value.takenBack.find(({ refundId }) => refundId === resourceId);
  const isGift = event.event_type === 'PAYMENT.CAPTURE.REFUNDED' && !made.includes(resourceId);
  const gift = isGift ? named : undefined;
  const result = await recordSeen(parts, shown.value, gift);
  if (event.event_type === 'PAYMENT.CAPTURE.REVERSED') {
    if (isLate) return knownBefore;
    await freezeBuyer(parts, captureId, named);
    // The later read does not freeze, so a member unfrozen meanwhile stays so.
    if (result === 'unknown' || shown.value.status !== 'reversed')
      await readReversalLater(parts, shown.value);
    return result;
  }
  const outcome = settled(result);
  if (gift) await noteDashboardRefund(parts, captureId);
  return outcome;
}

/** Enqueues reading the capture until the provider's record shows the reversal, which alone is booked. */
async function readReversalLater(
  { db, log }: CheckoutParts,
  { captureId, status }: Capture,
): Promise<void> {
  const { made } = await refundsOf(db, { provider, captureId, refused: '' });
  // All was refunded by us, so this event is about our own refund.
  if (status === 'refunded' && made.length > 0) return;
  if (status !== 'reversed')
    log.error({ captureId, status }, 'a payment was reversed, and its record does not say so');
  await enqueue(db, { job: reversalJob, payload: { captureId }, delayMs: readAgainMs });
}

const readAgainMs = minutes(1);

/** Books a reversal that was missing from the provider's record; throws while it is missing. */
export async function readReversal(parts: CheckoutParts, captureId: string): Promise<void> {
  const shown = await parts.payments.showCapture(captureId);
  if (shown.kind !== 'done' || shown.value.status !== 'reversed')
    throw new Error(`the reversal of ${captureId} is not in its record`);
  settled(await recordSeen(parts, shown.value));
}

/** The target of the link "up": the capture of a refund or reversal, the order of a capture. */
function upOf({ links }: EventBody['resource']): string {
  const all = Array.isArray(links) ? links : [];
  const up = all.find((link: { rel?: unknown }) => link?.rel === 'up') as
    | { href?: unknown }
    | undefined;
  return String(up?.href ?? '');
}

const captureIdOf = ({ resource }: EventBody) => /\/captures\/([^/?]+)$/.exec(upOf(resource))?.[1];
