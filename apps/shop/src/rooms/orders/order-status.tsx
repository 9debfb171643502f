import type { OrderState } from '@giftlane/contract/shop/order-states.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Badge, type Tone } from '@giftlane/ui/layout/badge.tsx';

const tones: Record<OrderState, Tone> = {
  Pending: 'waiting',
  Paid: 'info',
  Processing: 'info',
  Delivered: 'success',
  Declined: 'danger',
  Failed: 'danger',
  Refunded: 'plain',
};

const stateTexts: Record<OrderState, string> = {
  Pending: text('orders.state.pending'),
  Paid: text('orders.state.paid'),
  Processing: text('orders.state.processing'),
  Delivered: text('orders.state.delivered'),
  Declined: text('orders.state.declined'),
  Failed: text('orders.state.failed'),
  Refunded: text('orders.state.refunded'),
};

/** The name of an order's state (ORD-08). */
export const orderStateText = (state: OrderState): string => stateTexts[state];

/** True for a sale that is paid out; a bought order in state `Paid` still waits for codes. */
export const isSalePaid = ({ eType, eStatus, oPayout }: Order): boolean =>
  eType === 'Sell' &&
  eStatus === 'Paid' &&
  (!oPayout || oPayout.eState === 'confirmed' || oPayout.oInstead !== undefined);

/** The order's state as a badge. */
export function OrderWord({ order }: { order: Order }) {
  const { eStatus } = order;
  return (
    <Badge tone={isSalePaid(order) ? 'success' : tones[eStatus]}>{orderStateText(eStatus)}</Badge>
  );
}

const lineWords = [
  text('orders.lineStatus.0'),
  text('orders.lineStatus.1'),
  text('orders.lineStatus.2'),
  text('orders.lineStatus.3'),
];

/** The name of a line's status (ORD-07); an unknown number as it is (OPEN-55). */
export const lineWord = (status: number): string => lineWords[status] ?? String(status);

const summaryWords = [
  text('profile.orderStatus.0'),
  text('profile.orderStatus.1'),
  text('profile.orderStatus.2'),
  text('profile.orderStatus.3'),
  text('profile.orderStatus.4'),
  text('profile.orderStatus.5'),
];
const summaryTones: readonly Tone[] = ['danger', 'waiting', 'info', 'success', 'danger', 'info'];

/** The profile's name of an order's status (PROF-02). */
export const summaryWord = (status: number): string => summaryWords[status] ?? String(status);

/** The profile's name of a status as a badge. */
export function SummaryWord({ status }: { status: number }) {
  return <Badge tone={summaryTones[status] ?? 'plain'}>{summaryWord(status)}</Badge>;
}
