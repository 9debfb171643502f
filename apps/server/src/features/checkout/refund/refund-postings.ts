import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Entry, house, type Journal, move, walletOf } from '../../../ledger/ledger.ts';
import type { Conversion } from '../../rates/rates.ts';
import { income } from '../postings.ts';

/** A capture that matches no order, booked as `unmatched` until refunded. */
export function unmatchedJournal(capture: {
  captureId: string;
  amountMinor: bigint;
  currency: Currency;
}): Journal {
  const { captureId, amountMinor, currency } = capture;
  return {
    owner: 'house',
    key: `capture:${captureId}:unmatched`,
    kind: 'unmatched',
    reference: captureId,
    entries: move(amountMinor, currency, {
      from: house('paypal_clearing', currency),
      to: house('unmatched', currency),
    }),
  };
}

export interface LineRefund {
  readonly lineId: string;
  readonly currency: Currency;
  readonly subtotalMinor: bigint;
  readonly serviceChargeMinor: bigint;
  readonly discountMinor: bigint;
  /** Credited cashback deducted from the refund; 0 when none was credited. */
  readonly cashbackMinor: bigint;
  /** Deducted for the line's points that were already spent. */
  readonly pointsMinor: bigint;
  readonly toCardMinor: bigint;
  /** Owed for coins missing from the chain; nobody gets it. */
  readonly goneMinor: bigint;
  readonly toWalletMinor: bigint;
  /** The wallet share in the wallet's currency, where that differs from the order's. */
  readonly conversion: Conversion | undefined;
}

/** Entries of a refund's wallet share, with a conversion where the wallet has another currency. */
function toWallet(memberId: string, { currency, toWalletMinor, conversion }: LineRefund): Entry[] {
  if (!conversion)
    return [{ account: walletOf(memberId, currency), currency, amountMinor: toWalletMinor }];
  return [
    { account: house('conversion', currency), currency, amountMinor: toWalletMinor },
    ...move(conversion.amountMinor, conversion.currency, {
      from: house('conversion', conversion.currency),
      to: walletOf(memberId, conversion.currency),
    }),
  ];
}

/** Refund of a line: reverses the sale less cashback and spent points; the rest goes to card and wallet. */
export function refundJournal(memberId: string, orderId: string, refund: LineRefund): Journal {
  const { currency } = refund;
  return {
    owner: memberId,
    key: `order:${orderId}:refund:${refund.lineId}`,
    kind: 'refund',
    reference: orderId,
    ...(refund.conversion && { facts: refund.conversion.facts }),
    entries: [
      ...income({ ...refund, totalMinor: 0n, walletMinor: 0n }).map((entry) => ({
        ...entry,
        amountMinor: -entry.amountMinor,
      })),
      { account: house('cashback', currency), currency, amountMinor: refund.cashbackMinor },
      { account: house('points', currency), currency, amountMinor: refund.pointsMinor },
      ...toWallet(memberId, refund),
      { account: house('refunds_payable', currency), currency, amountMinor: refund.toCardMinor },
      { account: house('conversion', currency), currency, amountMinor: refund.goneMinor },
    ],
  };
}

interface SentRefund {
  readonly id: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly source: 'refunds_payable' | 'unmatched';
}

/** The provider has sent a refund to the card, less what it had returned by itself. */
export function refundSettledJournal(refund: SentRefund, reversedMinor: bigint): Journal {
  const { id, amountMinor, currency, source } = refund;
  return {
    owner: 'house',
    key: `refund:${id}:settled`,
    kind: 'refund_settled',
    reference: id,
    entries: move(amountMinor - reversedMinor, currency, {
      from: house(source, currency),
      to: house('paypal_clearing', currency),
    }),
  };
}

/**
 * The provider returned by itself what a refund owes: that part is not sent, and its earlier loss is reversed. One
 * journal per part.
 */
export function refundReversedJournal(
  { id, currency, source }: SentRefund,
  { reversedMinor, newMinor }: { reversedMinor: bigint; newMinor: bigint },
): Journal {
  return {
    owner: 'house',
    key: `refund:${id}:reversed:${reversedMinor}`,
    kind: 'refund_reversed',
    reference: id,
    entries: move(newMinor, currency, {
      from: house(source, currency),
      to: house('losses', currency),
    }),
  };
}

/** The provider has paid back what it had taken: reverses the loss. */
export function restoredJournal(capture: {
  captureId: string;
  amountMinor: bigint;
  restoredMinor: bigint;
  currency: Currency;
}): Journal {
  const { captureId, amountMinor, restoredMinor, currency } = capture;
  return {
    owner: 'house',
    key: `capture:${captureId}:restored:${restoredMinor}`,
    kind: 'restored',
    reference: captureId,
    entries: move(amountMinor, currency, {
      from: house('paypal_clearing', currency),
      to: house('losses', currency),
    }),
  };
}

/**
 * The provider has paid back what a dispute had taken: the part that refunds did not send is owed to the card again.
 */
export function owedAgainJournal(
  capture: {
    captureId: string;
    amountMinor: bigint;
    restoredMinor: bigint;
    currency: Currency;
  },
  source: SentRefund['source'],
): Journal {
  const { captureId, amountMinor, restoredMinor, currency } = capture;
  return {
    owner: 'house',
    key: `capture:${captureId}:owed:${restoredMinor}`,
    kind: 'refund_owed',
    reference: captureId,
    entries: move(amountMinor, currency, {
      from: house('losses', currency),
      to: house(source, currency),
    }),
  };
}

/** The provider took money back: a loss of the house, not of the member. One journal per part. */
export function reversalJournal(
  capture: { captureId: string; reversedMinor: bigint; currency: Currency },
  newMinor: bigint,
): Journal {
  const { captureId, reversedMinor, currency } = capture;
  return {
    owner: 'house',
    key: `capture:${captureId}:reversal:${reversedMinor}`,
    kind: 'reversal',
    reference: captureId,
    entries: move(newMinor, currency, {
      from: house('losses', currency),
      to: house('paypal_clearing', currency),
    }),
  };
}
