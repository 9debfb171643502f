/** What an operator decides of money that the provider took back: it has paid it after all, or will not. */

import { type Currency, least } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { post } from '../../../ledger/ledger.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { OrderKey } from '../../orders/orders.ts';
import { endFrozen, setBackAside } from '../../topups/topups.ts';
import { askCaptureSoon } from '../capture/capture-queries.ts';
import { earnAgain } from '../deliver/earn-again.ts';
import { provider } from '../parts.ts';
import { oweRefund } from '../refund/owe-refund.ts';
import { owedAgainJournal, restoredJournal } from '../refund/refund-postings.ts';
import { lockOpen, markBeyond, type Open, settle } from './decision-queries.ts';
import { bookReversal } from './resolve.ts';

/** What an operator decided of money that was taken back, or why that can not be. */
export type ReversalDecision =
  | { readonly kind: 'nothing_open' }
  /** Whether a dispute took it is not known yet: the provider is asked. */
  | { readonly kind: 'unasked' }
  /** It was taken in parts, or is less: how much is meant has to be said. */
  | { readonly kind: 'how_much'; readonly openMinor: bigint; readonly currency: Currency }
  /** These orders may still give back some of it to the wallet. */
  | { readonly kind: 'waits'; readonly orderIds: readonly string[] }
  | {
      readonly kind: 'done';
      /** What the payment is for. */
      readonly paid: OrderKey;
      readonly currency: Currency;
      readonly minor: bigint;
      /** What of it was set aside. */
      readonly asideMinor: bigint;
      /** What refunds had been told of, and is sent to the card now. */
      readonly owedAgainMinor: bigint;
    };

type Decide = (tx: Tx, open: Open) => Promise<ReversalDecision>;

/** Locks what is open of a payment and decides about it; has the provider asked where it has to say something first. */
async function decide(db: Db, captureId: string, act: Decide): Promise<ReversalDecision> {
  const decision = await db.tx(async (tx): Promise<ReversalDecision> => {
    const open = await lockOpen(tx, captureId);
    if (!open) return { kind: 'nothing_open' };
    return open.disputed === null ? { kind: 'unasked' } : act(tx, open);
  });
  if (decision.kind === 'unasked') await askCaptureSoon(db, { provider, captureId }, 0);
  return decision;
}

/** How much the provider has paid, of how much that is open: said again, a part is of less. */
export interface SaidPaid {
  readonly amountMinor: bigint;
  readonly ofMinor?: bigint | undefined;
}

/**
 * An operator knows that the provider has paid after all what it had taken back of a payment, or so much of it: that
 * counts again, what was set aside of it is back in the wallet, and what refunds were told of is sent to the card.
 */
export function releaseTaken(
  db: Db,
  captureId: string,
  said?: SaidPaid,
): Promise<ReversalDecision> {
  return decide(db, captureId, async (tx, open) => {
    const { currency, openMinor } = open;
    const minor = said?.amountMinor ?? openMinor;
    const isSaid = said ? (said.ofMinor ?? minor) === openMinor : open.parts < 2;
    if (!isSaid || minor > openMinor) return { kind: 'how_much', openMinor, currency };
    const ended = await endFrozen(tx, captureId, { end: 'released', minor, openMinor });
    const owedAgainMinor = await restore(tx, open, minor);
    await takeBeyond(tx, open, minor);
    const asideMinor = ended?.amountMinor ?? 0n;
    return { kind: 'done', paid: open, currency, minor, asideMinor, owedAgainMinor };
  });
}

/** What was taken beyond the whole payment took of what was paid just before. */
async function takeBeyond(tx: Tx, open: Open, minor: bigint): Promise<void> {
  const { captureId, currency, beyondMinor } = open;
  const newMinor = least(beyondMinor, minor);
  if (newMinor === 0n) return;
  await markBeyond(tx, open, newMinor);
  const reversedMinor = open.reversedMinor + newMinor;
  await bookReversal(tx, { captureId, reversedMinor, currency }, newMinor);
}

/** Books what the provider has paid after all; answers what of it is owed to the card, as refunds did not send it. */
async function restore(tx: Tx, open: Open, minor: bigint): Promise<bigint> {
  const { memberId, id, captureId, currency, restoredMinor, toldMinor } = open;
  const isReturn = open.use === 'return';
  const source = isReturn ? 'unmatched' : 'refunds_payable';
  // What is there of the payment beyond what refunds send of it. What fits no order is owed whole, whatever they were told.
  const roomMinor = open.amountMinor - (open.goneMinor - minor) - (open.refundsMinor - toldMinor);
  const wantedMinor = isReturn ? minor : least(toldMinor, minor);
  const owedAgainMinor = roomMinor > 0n ? least(roomMinor, wantedMinor) : 0n;
  await settle(tx, open, { decision: 'released', minor, owedAgainMinor });
  const restored = { captureId, currency, restoredMinor: restoredMinor + minor };
  if (minor > 0n) await post(tx, restoredJournal({ ...restored, amountMinor: minor }));
  if (owedAgainMinor > 0n) {
    await post(tx, owedAgainJournal({ ...restored, amountMinor: owedAgainMinor }, source));
    const reason = text('notice.refundedAgain');
    const owed = { memberId, orderId: id, captureId, currency, reason, source } as const;
    await oweRefund(tx, { ...owed, amountMinor: owedAgainMinor });
  }
  await earnAgain(tx, open);
  return owedAgainMinor;
}

/**
 * An operator knows that the provider will not pay what it had taken back of a payment: what is set aside is the
 * house's, and what came back into the wallet since out of orders; what the payment is for goes on at the house's loss.
 */
export function keepTaken(db: Db, captureId: string): Promise<ReversalDecision> {
  return decide(db, captureId, async (tx, open) => {
    const { currency, openMinor } = open;
    const orderIds = await setBackAside(tx, { ...open, topUpId: open.id }, open.openMinor);
    if (orderIds.length > 0) return { kind: 'waits', orderIds };
    const ended = await endFrozen(tx, captureId, { end: 'kept', minor: openMinor, openMinor });
    await settle(tx, open, { decision: 'kept', minor: openMinor });
    const asideMinor = ended?.amountMinor ?? 0n;
    return { kind: 'done', paid: open, currency, minor: openMinor, asideMinor, owedAgainMinor: 0n };
  });
}
