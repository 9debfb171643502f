import type { Answer } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { Badge, type Tone } from '@giftlane/ui/layout/badge.tsx';

export type OfficeOrder = Answer<'GET /office/orders/{id}'>['data'];

const tones: Readonly<Record<OfficeOrder['eState'], Tone>> = {
  pending: 'waiting',
  paid: 'info',
  accepted: 'waiting',
  delivered: 'success',
  failed: 'plain',
  refunded: 'attention',
};

export const orderStates = {
  pending: text('office.orderState.pending'),
  paid: text('office.orderState.paid'),
  accepted: text('office.orderState.accepted'),
  delivered: text('office.orderState.delivered'),
  failed: text('office.orderState.failed'),
  refunded: text('office.orderState.refunded'),
} as const;

export const codeStates = {
  reserved: text('office.codeState.reserved'),
  sold: text('office.codeState.sold'),
  void: text('office.codeState.void'),
} as const;

/** What happened to an order. */
export const moments: Readonly<Record<OfficeOrder['aMoments'][number]['eKind'], string>> = {
  placed: text('office.moment.placed'),
  captured: text('office.moment.captured'),
  returned: text('office.moment.returned'),
  paid: text('office.moment.paid'),
  delivered: text('office.moment.delivered'),
  mailed: text('office.moment.mailed'),
  mailRefused: text('office.moment.mailRefused'),
  viewed: text('office.moment.viewed'),
  shown: text('office.moment.shown'),
  refunded: text('office.moment.refunded'),
  sent: text('office.moment.sent'),
  taken: text('office.moment.taken'),
  decided: text('office.moment.decided'),
  deed: text('office.moment.deed'),
};

export const payments: Readonly<Record<OfficeOrder['aPayments'][number]['sWhat'], string>> = {
  order: text('office.payment.order'),
  capture: text('office.payment.capture'),
  refund: text('office.payment.refund'),
  taken: text('office.payment.taken'),
  address: text('office.payment.address'),
  transaction: text('office.payment.transaction'),
};

export const reveals = {
  view: text('office.reveal.view'),
  download: text('office.reveal.download'),
  staff: text('office.reveal.staff'),
} as const;

/** The state of an order. */
export const OrderState = ({ state }: { state: OfficeOrder['eState'] }) => (
  <Badge tone={tones[state]}>{orderStates[state]}</Badge>
);
