/**
 * Simulated card provider for captured payments: it reverses and restores money, and makes or refuses our
 * refunds, as a history demands. At the end our books must match its state.
 */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { done, refused, unknown } from '../providers/outcome.ts';
import type { Capture, Payments } from '../providers/payments/port.ts';

/** Money that went back from a payment, or is about to. */
export interface Back {
  readonly id: string;
  /** A refund by the shop, a refund in the provider's dashboard, or a dispute. */
  readonly kind: 'own' | 'gift' | 'dispute';
  readonly amountMinor: bigint;
  /** Idempotency key of a refund by the shop. */
  readonly key: string;
  state: 'pending' | 'completed' | 'failed';
  /** For a dispute: its outcome, and whether the provider still lists it. */
  verdict: 'open' | 'lost' | 'won';
  listed: boolean;
}

/** Outcomes of the next refund: made; made or not made, with the reply lost; pending; or refused. */
export const refundEnds = ['made', 'lost_after', 'lost_before', 'pending', 'refused'] as const;

export interface PaperPayment {
  readonly captureId: string;
  readonly providerOrderId: string;
  readonly reference: string;
  /** The provider account that was paid. */
  readonly payee: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** True if the provider marks the refunds that we requested. */
  readonly marks: boolean;
  readonly backs: Back[];
  nextRefund: (typeof refundEnds)[number];
  /** False while the provider can not be asked about disputes. */
  tellsDisputes: boolean;
}

export const sumOf = (backs: readonly Back[]): bigint =>
  backs.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** What is left of a payment at the provider. */
export const leftOf = ({ amountMinor, backs }: PaperPayment): bigint =>
  amountMinor -
  sumOf(backs.filter(({ state, verdict }) => state !== 'failed' && verdict !== 'won'));

export const disputesOf = ({ backs }: PaperPayment): Back[] =>
  backs.filter(({ kind }) => kind === 'dispute');

function shown(payment: PaperPayment): Capture {
  const there = payment.backs.filter(({ state, listed }) => state !== 'failed' && listed);
  const isOurs = ({ kind }: Back) => kind === 'own' && payment.marks;
  const taken = there.filter((one) => !isOurs(one) && one.state === 'completed');
  const reversedMinor = sumOf(taken);
  const word = leftOf(payment) === 0n ? 'refunded' : 'partially_refunded';
  return {
    captureId: payment.captureId,
    providerOrderId: payment.providerOrderId,
    reference: payment.reference,
    status: reversedMinor > 0n ? 'reversed' : there.length > 0 ? word : 'completed',
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    payee: payment.payee,
    payer: '',
    reversedMinor,
    takenBack: taken.map(({ id, amountMinor }) => ({ refundId: id, amountMinor })),
    givenBackMinor: sumOf(there.filter(isOurs)),
    backShown: true,
  };
}

/** Adds money that goes back. */
export function goesBack(
  { captureId, backs }: PaperPayment,
  kind: Back['kind'],
  amountMinor: bigint,
  { key = '', state = 'completed' as Back['state'] } = {},
): Back {
  const id = `${kind}-${backs.length + 1}-of-${captureId}`;
  const back: Back = { id, kind, amountMinor, key, state, verdict: 'open', listed: true };
  backs.push(back);
  return back;
}

function became({ state, id }: Back) {
  if (state === 'completed') return done({ refundId: id });
  return state === 'pending' ? unknown('pending') : refused('failed' as const);
}

/** Makes or refuses a refund by the shop; idempotent by key. */
function refund(payment: PaperPayment, { key, amountMinor }: { key: string; amountMinor: bigint }) {
  const before = payment.backs.find((back) => back.kind === 'own' && back.key === key);
  if (before && before.amountMinor !== amountMinor) throw new Error(`another amount by ${key}`);
  if (before) return became(before);
  const end = payment.nextRefund;
  payment.nextRefund = 'made';
  if (end === 'lost_before') return unknown('silence');
  if (amountMinor > leftOf(payment)) return refused('too_much' as const);
  if (end === 'refused') return refused('not_allowed' as const);
  const state = end === 'pending' ? 'pending' : 'completed';
  const back = goesBack(payment, 'own', amountMinor, { key, state });
  return end === 'lost_after' ? unknown('silence') : became(back);
}

/** A payments port for these payments; other calls go to `rest`. */
export function onPaper(rest: Payments, payments: readonly PaperPayment[]): Payments {
  const known = (captureId: string) => {
    const found = payments.find((one) => one.captureId === captureId);
    if (!found) throw new Error(`${captureId} is not on paper`);
    return found;
  };
  return {
    ...rest,
    showCapture: async (captureId) => done(shown(known(captureId))),
    isDisputed: async (captureId) => {
      const payment = known(captureId);
      return payment.tellsDisputes ? done(disputesOf(payment).length > 0) : unknown('down');
    },
    refund: async (captureId, wish) => refund(known(captureId), wish),
  };
}
