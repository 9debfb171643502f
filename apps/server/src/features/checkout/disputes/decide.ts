/** An operator's decisions about reversed payments: the provider has paid the money back, or will not. */

import { type Currency, least } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { post } from '../../../ledger/ledger.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { OrderKey } from '../../orders/orders.ts';
import { endFrozen, freezeReturned } from '../../topups/topups.ts';
import { askCaptureSoon } from '../capture/capture-queries.ts';
import { enqueueAfterDelivery } from '../deliver/enqueue-after-delivery.ts';
import { provider } from '../parts.ts';
import { oweRefund } from '../refund/owe-refund.ts';
import { owedAgainJournal, restoredJournal } from '../refund/refund-postings.ts';
import { lockOpen, markBeyond, type Open, settle } from './decision-queries.ts';
import { bookReversal } from './resolve.ts';

/** The result of a decision about a reversed payment, or why it cannot be made. */
export type ReversalDecision =
  | { readonly kind: 'nothing_open' }
  /** It is not known yet whether a dispute took it: the provider is asked. */
  | { readonly kind: 'unasked' }
  /** It was reversed in parts, or another amount is open: the operator must state the amount. */
  | { readonly kind: 'how_much'; readonly openMinor: bigint; readonly currency: Currency }
  /** These orders may still refund some of it to the wallet. */
  | { readonly kind: 'waits'; readonly orderIds: readonly string[] }
  | {
      readonly kind: 'done';
      /** What the payment is for. */
      readonly paid: OrderKey;
      readonly currency: Currency;
      readonly minor: bigint;
      /** Part of it that was frozen in the wallet. */
      readonly asideMinor: bigint;
      /** Part that refunds left out before and now send to the card. */
      readonly owedAgainMinor: bigint;
    };

type Decide = (tx: Tx, open: Open) => Promise<ReversalDecision>;

/** Locks a payment's undecided reversals and decides; enqueues a question to the provider if the cause is unknown. */
async function decide(db: Db, captureId: string, act: Decide): Promise<ReversalDecision> {
  const decision = await db.tx(async (tx): Promise<ReversalDecision> => {
    const open = await lockOpen(tx, captureId);
    if (!open) return { kind: 'nothing_open' };
    return open.disputed === null ? { kind: 'unasked' } : act(tx, open);
  });
  if (decision.kind === 'unasked') await askCaptureSoon(db, { provider, captureId }, 0);
  return decision;
}

/** The amount the provider has paid back, and the undecided amount it is part of, which guards against a repeat. */
export interface SaidPaid {
  readonly amountMinor: bigint;
  readonly ofMinor?: bigint | undefined;
}

/** Who decides, as the decision keeps them. */
interface By {
  readonly by: string;
}

/**
 * The provider has paid back a reversed payment, or part of it: it counts as paid again, frozen money returns to the
 * wallet, and what refunds left out is sent to the card.
 */
export function restorePaid(
  db: Db,
  captureId: string,
  { by, said }: By & { readonly said?: SaidPaid | undefined },
): Promise<ReversalDecision> {
  return decide(db, captureId, async (tx, open) => {
    const { currency, openMinor } = open;
    const minor = said?.amountMinor ?? openMinor;
    const isSaid = said ? (said.ofMinor ?? minor) === openMinor : open.parts < 2;
    if (!isSaid || minor > openMinor) return { kind: 'how_much', openMinor, currency };
    const ended = await endFrozen(tx, captureId, { end: 'released', minor, openMinor });
    const owedAgainMinor = await restore(tx, open, { minor, by });
    await takeBeyond(tx, open, minor);
    const asideMinor = ended?.amountMinor ?? 0n;
    return { kind: 'done', paid: open, currency, minor, asideMinor, owedAgainMinor };
  });
}

/** Books reversals beyond the whole payment, up to the amount just paid back, which they took again. */
async function takeBeyond(tx: Tx, open: Open, minor: bigint): Promise<void> {
  const { captureId, currency, beyondMinor } = open;
  const newMinor = least(beyondMinor, minor);
  if (newMinor === 0n) return;
  await markBeyond(tx, open, newMinor);
  const reversedMinor = open.reversedMinor + newMinor;
  await bookReversal(tx, { captureId, reversedMinor, currency }, newMinor);
}

/** Books what the provider has paid back; returns the part that is owed to the card, as refunds left it out. */
async function restore(
  tx: Tx,
  open: Open,
  { minor, by }: By & { readonly minor: bigint },
): Promise<bigint> {
  const { memberId, id, captureId, currency, restoredMinor, toldMinor } = open;
  const isReturn = open.use === 'return';
  const source = isReturn ? 'unmatched' : 'refunds_payable';
  // Room for refunds: what is left of the payment less what they send. A payment that matched no order is owed whole.
  const leftMinor = open.amountMinor - (open.goneMinor - minor) - (open.refundsMinor - toldMinor);
  const wantedMinor = isReturn ? minor : least(toldMinor, minor);
  const owedAgainMinor = leftMinor > 0n ? least(leftMinor, wantedMinor) : 0n;
  await settle(tx, open, { decision: 'released', minor, owedAgainMinor, by });
  const restored = { captureId, currency, restoredMinor: restoredMinor + minor };
  if (minor > 0n) await post(tx, restoredJournal({ ...restored, amountMinor: minor }));
  if (owedAgainMinor > 0n) {
    await post(tx, owedAgainJournal({ ...restored, amountMinor: owedAgainMinor }, source));
    const reason = text('notice.refundedAgain');
    const owed = { memberId, orderId: id, captureId, currency, reason, source } as const;
    await oweRefund(tx, { ...owed, amountMinor: owedAgainMinor });
  }
  await enqueueAfterDelivery(tx, open);
  return owedAgainMinor;
}

/**
 * The provider will not pay back a reversed payment: the house takes the frozen money, and what orders refunded to the
 * wallet since, and bears the rest; the payment counts as paid. `ofMinor`: the undecided amount, if it was said.
 */
export function bearLoss(
  db: Db,
  captureId: string,
  { by, ofMinor }: By & Pick<SaidPaid, 'ofMinor'>,
): Promise<ReversalDecision> {
  return decide(db, captureId, async (tx, open) => {
    const { currency, openMinor } = open;
    if (ofMinor !== undefined && ofMinor !== openMinor)
      return { kind: 'how_much', openMinor, currency };
    const orderIds = await freezeReturned(tx, { ...open, topUpId: open.id }, open.openMinor);
    if (orderIds.length > 0) return { kind: 'waits', orderIds };
    const ended = await endFrozen(tx, captureId, { end: 'kept', minor: openMinor, openMinor });
    await settle(tx, open, { decision: 'kept', minor: openMinor, by });
    const asideMinor = ended?.amountMinor ?? 0n;
    return { kind: 'done', paid: open, currency, minor: openMinor, asideMinor, owedAgainMinor: 0n };
  });
}
