/**
 * A card provider on paper, for payments that were captured already: it takes back, pays after all, and makes our
 * refunds, or not, as a history says. What it has is what our books have to say in the end.
 */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { done, refused, unknown } from '../providers/outcome.ts';
import type { Capture, Payments } from '../providers/payments/port.ts';

/** Something that went back of a payment, or is about to. */
export interface Back {
  readonly id: string;
  /** A refund of ours, a gift of the shop's people in the dashboard, or a dispute. */
  readonly kind: 'own' | 'gift' | 'dispute';
  readonly amountMinor: bigint;
  /** Of a refund of ours. */
  readonly key: string;
  state: 'pending' | 'completed' | 'failed';
  /** Of a dispute: what became of it, and whether it is listed any more. */
  verdict: 'open' | 'lost' | 'won';
  listed: boolean;
}

/** How the next refund ends: made; made or not, and nobody hears of it; waits; or is refused. */
export const refundEnds = ['made', 'lost_after', 'lost_before', 'pending', 'refused'] as const;

export interface PaperPayment {
  readonly captureId: string;
  readonly providerOrderId: string;
  readonly reference: string;
  /** Whose account was paid. */
  readonly payee: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** Whether it says which refunds we asked for. */
  readonly marks: boolean;
  readonly backs: Back[];
  nextRefund: (typeof refundEnds)[number];
  /** Whether it can say anything of disputes now. */
  tellsDisputes: boolean;
}

/** How much goes back by all of these. */
export const sumOf = (backs: readonly Back[]): bigint =>
  backs.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** What the provider has of a payment for us. */
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

/** Notes on paper that so much goes back. */
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

/** Makes a refund of ours, or not; under the same key it is made once. */
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

/** The payments port on these payments; all else is asked of `rest`. */
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
