/** Money that the provider took back: found by asking about captures, and who took it. */
import { text } from '@giftlane/texts/text.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { minutes } from '../../../platform/process/durations.ts';
import type { Capture, ProviderReversal } from '../../../providers/payments/port.ts';
import { freeze } from '../../accounts/accounts.ts';
import { endFrozen, isTopUp, setBackAside, undoKept } from '../../topups/topups.ts';
import {
  askCaptureSoon,
  orderGivenBack,
  takeDueCaptures,
  takenBackOf,
} from '../capture/capture-queries.ts';
import { earnAgain } from '../deliver/earn-again.ts';
import { type CheckoutParts, provider } from '../parts.ts';
import { findCapture } from '../queries.ts';
import { refundOrder } from '../refund/refund.ts';
import { refundsOf } from '../refund/refund-queries.ts';
import { lockOpen, noteDisputed, noteUndisputed, reopen } from './decision-queries.ts';
import { recordReversal } from './resolve.ts';

/** Freezes the buyer's account after a dispute; `taken` is what it took, if the provider has said so. */
export async function freezeBuyer(
  parts: CheckoutParts,
  captureId: string,
  taken?: ProviderReversal,
): Promise<void> {
  await parts.db.tx(async (tx) => {
    const known = await findCapture(tx, provider, captureId);
    if (!known) return;
    await noteDisputed(tx, captureId);
    const open = taken && (await reopen(tx, captureId, taken));
    if (open && isTopUp(open)) {
      const { id: topUpId, ...again } = open;
      await undoKept(tx, { ...again, captureId, topUpId, takenId: taken.refundId });
    }
    await freeze(tx, known.memberId, `payment ${captureId} was reversed`);
  });
}

/**
 * The provider has told of a refund that is none of ours: the shop gave that in the provider's dashboard, and it is
 * booked so. What else is open of the payment may be a dispute's, of which nothing was told; throws while the provider can
 * not say. Safe to repeat.
 */
export async function noteGift(parts: CheckoutParts, captureId: string): Promise<void> {
  const known = await takenBackOf(parts.db, { provider, captureId });
  // Once a dispute took of it a person decides.
  if (!known || known.disputed) return;
  if (known.disputed === null) {
    const disputed = await parts.payments.isDisputed(captureId);
    if (disputed.kind === 'unknown')
      throw new Error(`nobody says whether ${captureId} is disputed`);
    // Where the provider never says so the rest is told, too, or asked about.
    if (disputed.kind === 'refused') return;
    if (disputed.value) return freezeBuyer(parts, captureId);
  }
  await noteGivenBack(parts, captureId, known.takenMinor);
}

/**
 * The provider has said that the shop itself gave money back, in the provider's dashboard. Where nothing is left
 * of it, lines whose codes nobody has looked at are refunded, too; the others stay delivered. What is left of money
 * that was added to a wallet is kept, once no order can give back more of it. Safe to repeat.
 */
async function noteGivenBack(
  parts: CheckoutParts,
  captureId: string,
  takenMinor: bigint,
): Promise<void> {
  const order = await orderGivenBack(parts.db, { provider, captureId });
  if (order)
    await refundOrder(parts, order, { reason: text('notice.refundedByShop') }).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal && error.code === 'order.nothing_to_refund')) throw error;
      },
    );
  await parts.db.tx(async (tx) => {
    const open = await lockOpen(tx, captureId);
    // While orders may give back some of it, it is asked about again.
    if (!open || (await setBackAside(tx, { ...open, topUpId: open.id }, open.openMinor)).length > 0)
      return;
    // What was taken since may be a dispute's.
    if (!(await noteUndisputed(tx, captureId, takenMinor))) return;
    const { openMinor } = open;
    await endFrozen(tx, captureId, { end: 'kept', minor: openMinor, openMinor });
    await earnAgain(tx, open);
  });
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
  const capture = await asTaken(parts, shown.value);
  const undecided = capture.status === 'reversed' && !(await recordReversal(parts, capture));
  const known = await takenBackOf(parts.db, { provider, captureId });
  if (!known || known.disputed === true) return !undecided;
  // A gift of the dashboard before says nothing of what is not booked yet.
  if (!undecided && known.disputed === false) return true;
  if (!undecided && known.takenMinor === 0n) return freezeIfDisputed(parts, capture);
  const disputed = await parts.payments.isDisputed(captureId);
  if (disputed.kind === 'unknown') return false;
  const verdict = disputed.kind === 'done' ? disputed.value : 'not told';
  // What is not booked may be a refund of ours that is under way.
  if (undecided && verdict !== true) return false;
  if (verdict === false) await noteGivenBack(parts, captureId, known.takenMinor);
  else await freezeBuyer(parts, captureId);
  return !undecided;
}

/** Whether the provider shows by a capture's status alone that something went back which no refund of ours can be. */
async function isUntold({ db }: CheckoutParts, capture: Capture): Promise<boolean> {
  const { captureId, status, givenBackMinor } = capture;
  if (status !== 'refunded' && status !== 'partially_refunded') return false;
  const { made, underWayMinor } = await refundsOf(db, { provider, captureId, refused: '' });
  return givenBackMinor === 0n && made.length === 0 && underWayMinor.length === 0;
}

/** A capture of which all went back, though the provider shows no more by what, was taken back whole. */
async function asTaken(parts: CheckoutParts, capture: Capture): Promise<Capture> {
  const { captureId, amountMinor } = capture;
  if (capture.backShown || capture.status !== 'refunded' || !(await isUntold(parts, capture)))
    return capture;
  const known = await takenBackOf(parts.db, { provider, captureId });
  // What was booked before is a part of it.
  if (known && known.takenMinor > 0n) return capture;
  const takenBack = [{ refundId: `all of ${captureId}`, amountMinor }];
  return { ...capture, status: 'reversed', reversedMinor: amountMinor, takenBack };
}

/**
 * If the provider no longer shows a payment's order but lists a dispute, freezes the buyer and logs an error for an
 * operator. False when this is to be asked again soon.
 */
async function freezeIfDisputed(parts: CheckoutParts, capture: Capture): Promise<boolean> {
  const { captureId } = capture;
  if (!(await isUntold(parts, capture))) return true;
  const disputed = await parts.payments.isDisputed(captureId);
  if (disputed.kind === 'done' && disputed.value) {
    parts.log.error({ captureId }, 'a payment was disputed, and how much is gone nobody says');
    await freezeBuyer(parts, captureId);
  }
  return disputed.kind !== 'unknown';
}
