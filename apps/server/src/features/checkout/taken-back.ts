/** Money that the provider took back: found by asking about captures, and who took it. */
import { text } from '@giftlane/contract/messages.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { post } from '../../ledger/ledger.ts';
import type { Tx } from '../../platform/db.ts';
import { minutes } from '../../platform/durations.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Capture } from '../../providers/payments/port.ts';
import { freeze } from '../accounts/accounts.ts';
import { findOrder, type OrderKey } from '../orders/orders.ts';
import { endFrozen, isTopUp } from '../topups/topups.ts';
import {
  askCaptureSoon,
  markRestored,
  noteDisputed,
  noteUndisputed,
  orderGivenBack,
  takeDueCaptures,
  takenBackOf,
} from './capture-queries.ts';
import { deliveredJob } from './jobs.ts';
import { type CheckoutParts, provider } from './parts.ts';
import { restoredJournal } from './postings.ts';
import { findCapture } from './queries.ts';
import { refundOrder } from './refund.ts';
import { refundsOf } from './refund-queries.ts';
import { recordReversal } from './resolve.ts';

/** A dispute freezes the account of whoever paid. */
export async function freezeBuyer(parts: CheckoutParts, captureId: string): Promise<void> {
  await parts.db.tx(async (tx) => {
    const known = await findCapture(tx, provider, captureId);
    if (!known) return;
    await noteDisputed(tx, { provider, captureId });
    await freeze(tx, known.memberId, `payment ${captureId} was reversed`);
  });
}

/**
 * The provider has told of a refund that is none of ours. What else was taken back by now may be a dispute's, of which
 * nothing was told; throws while the provider can not say.
 */
export async function noteGift(parts: CheckoutParts, captureId: string): Promise<void> {
  const known = await takenBackOf(parts.db, { provider, captureId });
  // Once a dispute took of it a person decides.
  if (known?.disputed) return;
  const disputed = await parts.payments.isDisputed(captureId);
  if (disputed.kind === 'unknown') throw new Error(`nobody says whether ${captureId} is disputed`);
  if (disputed.kind === 'done' && disputed.value) await freezeBuyer(parts, captureId);
  else await noteGivenBack(parts, captureId, known?.takenMinor ?? 0n);
}

/**
 * The provider has said that the shop itself gave money back, in the provider's dashboard. Where nothing is left
 * of it, lines whose codes nobody has looked at are refunded, too; the others stay delivered. What is left of money
 * that was added to a wallet is kept. Safe to repeat.
 */
async function noteGivenBack(
  parts: CheckoutParts,
  captureId: string,
  takenMinor: bigint,
): Promise<void> {
  const key = { provider, captureId };
  const order = await orderGivenBack(parts.db, key);
  if (order && !isTopUp(order))
    await refundOrder(parts, order, { reason: text('notice.refundedByShop') }).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal && error.code === 'order.nothing_to_refund')) throw error;
      },
    );
  await parts.db.tx(async (tx) => {
    // What was taken since may be a dispute's.
    if (await noteUndisputed(tx, key, takenMinor)) await endFrozen(tx, captureId, 'kept');
  });
}

/**
 * An operator knows that the provider has paid after all what it had taken back of a payment: it counts again. Answers what
 * for; undefined where nothing is open.
 */
export async function endDispute(tx: Tx, captureId: string): Promise<OrderKey | undefined> {
  const restored = await markRestored(tx, captureId);
  if (restored && restored.amountMinor > 0n)
    await post(tx, restoredJournal({ ...restored, captureId }));
  if (!restored) return undefined;
  const { memberId, id } = restored;
  // What it earns waited for that.
  const order = isTopUp(restored) ? undefined : await findOrder(tx, memberId, id);
  if (order?.state === 'delivered')
    await enqueue(tx, { job: deliveredJob, payload: { memberId, orderId: id } });
  return { memberId, id };
}

const perRound = 20;
const atOnce = 4;
const againMs = minutes(5);

/** Asks about some recorded captures whose time has come; several processes share them. */
export async function askAboutCaptures(parts: CheckoutParts): Promise<void> {
  const left = (await takeDueCaptures(parts.db, provider, perRound)).values();
  const goThrough = async () => {
    for (const captureId of left)
      try {
        if (!(await askAbout(parts, captureId)))
          await askCaptureSoon(parts.db, { provider, captureId }, againMs);
      } catch (error) {
        parts.log.error({ err: error, captureId }, 'a capture could not be asked about');
      }
  };
  await Promise.all(Array.from({ length: atOnce }, goThrough));
}

/**
 * Asks about one capture, and whether what was taken back of it was disputed; false when that is to be done
 * again soon. A provider that will not say so leaves the worse to be believed.
 */
async function askAbout(parts: CheckoutParts, captureId: string): Promise<boolean> {
  const shown = await parts.payments.showCapture(captureId);
  if (shown.kind === 'unknown') return false;
  if (shown.kind === 'refused') return true;
  const undecided =
    shown.value.status === 'reversed' && !(await recordReversal(parts, shown.value));
  const known = await takenBackOf(parts.db, { provider, captureId });
  if (!known || known.disputed === true) return !undecided;
  // A gift of the dashboard before says nothing of what is not booked yet.
  if (!undecided && known.takenMinor === 0n) return freezeUntold(parts, shown.value);
  if (!undecided && known.disputed === false) return true;
  const disputed = await parts.payments.isDisputed(captureId);
  if (disputed.kind === 'unknown') return false;
  const verdict = disputed.kind === 'done' ? disputed.value : 'not told';
  // What is not booked may be a refund of ours that is under way.
  if (undecided && verdict !== true) return false;
  if (verdict === false) await noteGivenBack(parts, captureId, known.takenMinor);
  else await freezeBuyer(parts, captureId);
  return !undecided;
}

/**
 * Of a payment whose order the provider shows no more nobody says what went back: where a dispute took it the buyer is
 * frozen, and a person books it. False when that is to be asked again soon.
 */
async function freezeUntold(parts: CheckoutParts, capture: Capture): Promise<boolean> {
  const { captureId, status, givenBackMinor } = capture;
  if (status !== 'refunded' || givenBackMinor > 0n) return true;
  const { made } = await refundsOf(parts.db, { provider, captureId, refused: '' });
  if (made.length > 0) return true;
  const disputed = await parts.payments.isDisputed(captureId);
  if (disputed.kind === 'done' && disputed.value) {
    parts.log.error({ captureId }, 'a payment was disputed, and how much is gone nobody says');
    await freezeBuyer(parts, captureId);
  }
  return disputed.kind !== 'unknown';
}
