/** How an order, and a line of it, stands. */
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { lineWord } from '../../parts/order-status.tsx';

type Line = Order['aCartData'][number];

/** Whether an order ended without anything being bought. */
export const isOver = ({ eStatus }: Order): boolean =>
  eStatus === 'Declined' || eStatus === 'Failed';

/** Whether something of a line was given back. */
export const isRefunded = ({ eStatus }: Order, { nRefunded }: Line): boolean =>
  eStatus === 'Refunded' || nRefunded > 0;

/** A line's word (ORD-07); none of an order that came to nothing, which would be pending for ever. */
export function standingOf(order: Order, line: Line): string | undefined {
  if (order.eStatus === 'Failed') return undefined;
  return isRefunded(order, line) ? text('orders.refundedWord') : lineWord(line.eStatus);
}

/** What becomes of an offer, in a sentence. */
export function outcomeOf({ eStatus, eGateway }: Order): string | undefined {
  if (eStatus === 'Pending') return text('sell.outcome.pending');
  if (eStatus === 'Declined') return text('sell.outcome.declined');
  return eStatus === 'Paid' && eGateway === 'Wallet' ? text('sell.outcome.paid') : undefined;
}

/** What the shop keeps of an offer; below zero. */
export const feesOf = ({ aExtraCharges }: Order): bigint =>
  aExtraCharges.reduce((sum, { amount }) => sum + fromWire(amount), 0n);
