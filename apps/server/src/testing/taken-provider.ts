/** Events of a payment at the provider, and its webhooks. Each returns a line for the log. */
import { insertEvent } from '../features/checkout/capture/event-queries.ts';
import { handleEvent } from '../features/checkout/capture/inbox.ts';
import { newId } from '../platform/secrets/ids.ts';
import { type Back, disputesOf, goesBack, leftOf, refundEnds } from './paper-provider.ts';
import { type History, knownOf, refundRows, type Webhook } from './taken-history.ts';

export type Deed = (history: History) => Promise<string>;

/** Puts a webhook into the shop's inbox; `hear` handles it later. */
export async function tell(history: History, type: Webhook['type'], about: Back): Promise<void> {
  const id = newId('event');
  const { captureId } = history.paid.payment;
  const links = [{ rel: 'up', href: `https://x/v2/payments/captures/${captureId}` }];
  const body = Buffer.from(JSON.stringify({ event_type: type, resource: { id: about.id, links } }));
  const event = { provider: 'paypal', eventId: id, headers: {}, body, proven: true, about: null };
  await history.shop.db.tx((tx) => insertEvent(tx, event));
  history.events.push({ id, type, about });
}

/** The shop handles an event; failed ones stay for a retry, and sometimes others, too. */
export async function hear({ parts, events, dice }: History, event: Webhook): Promise<string> {
  const what = `${event.type} ${event.about.id}`;
  try {
    await handleEvent(parts, event.id);
  } catch (error) {
    return `${what}: ${error instanceof Error ? error.message : error}`;
  }
  const place = events.indexOf(event);
  if (place >= 0 && !dice.chance(0.1)) events.splice(place, 1);
  return what;
}

export const webhook: Deed = async (history) => {
  const { events, dice } = history;
  return events.length === 0 ? 'none' : hear(history, dice.one(events));
};

/** The provider takes back all or part of the rest; a webhook may report it. */
async function take(history: History, kind: 'gift' | 'dispute', type: Webhook['type']) {
  const { dice, paid } = history;
  const leftMinor = leftOf(paid.payment);
  if (leftMinor < 1_00n) return 'nothing left';
  const amountMinor = dice.chance(0.4) ? leftMinor : dice.some(leftMinor);
  const back = goesBack(paid.payment, kind, amountMinor);
  const isTold = dice.chance(0.6);
  if (isTold) await tell(history, type, back);
  return `${back.id} of ${amountMinor}${isTold ? ', told' : ''}`;
}

export const gift: Deed = (history) => take(history, 'gift', 'PAYMENT.CAPTURE.REFUNDED');
export const dispute: Deed = (history) => take(history, 'dispute', 'PAYMENT.CAPTURE.REVERSED');

/** A refused refund is made in the dashboard instead. */
export const giftInstead: Deed = async (history) => {
  const { insteadMinor, paid } = history;
  const refunds = await refundRows(history);
  const open = refunds.find(({ id, state }) => state === 'refused' && !insteadMinor.has(id));
  const minor = open ? open.amountMinor - open.toldMinor : 0n;
  if (!open || minor === 0n || minor > leftOf(paid.payment)) return 'none';
  insteadMinor.set(open.id, minor);
  return `${goesBack(paid.payment, 'gift', minor).id} of ${minor} for ${open.id}`;
};

/** A dispute is won or lost. A won one may no longer be listed, once the shop has seen it. */
export const verdict: Deed = async (history) => {
  const { dice, paid } = history;
  const open = disputesOf(paid.payment).filter((one) => one.verdict === 'open');
  if (open.length === 0) return 'none';
  const back = dice.one(open);
  back.verdict = dice.chance(0.5) ? 'won' : 'lost';
  if (back.verdict === 'won' && (await knownOf(history)).ids.includes(back.id))
    back.listed = dice.chance(0.5);
  return `${back.id} ${back.verdict}${back.listed ? '' : ', not listed'}`;
};

/** Makes the next refund fail. */
export const refundGoesWrong: Deed = async ({ dice, paid }) => {
  paid.payment.nextRefund = dice.one(refundEnds.filter((end) => end !== 'made'));
  return paid.payment.nextRefund;
};

/** A pending refund completes or fails. */
export const pendingEnds: Deed = async ({ dice, paid }) => {
  const waiting = paid.payment.backs.find(({ state }) => state === 'pending');
  if (!waiting) return 'none';
  waiting.state = dice.chance(0.5) ? 'completed' : 'failed';
  return `${waiting.id} ${waiting.state}`;
};

/** Toggles whether the provider can be asked about disputes. */
export const disputesDown: Deed = async ({ paid: { payment } }) => {
  payment.tellsDisputes = !payment.tellsDisputes;
  return payment.tellsDisputes ? 'tells' : 'tells nothing';
};
