import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Entry, house, type Journal, move, walletOf } from '../../../ledger/ledger.ts';
import type { Conversion } from '../../rates/rates.ts';
import { income } from '../postings.ts';

/** Money that came for nothing we asked: booked apart until it is given back. */
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
  /** Cashback taken back out of the refund; 0 when none was credited. */
  readonly cashbackMinor: bigint;
  /** Kept back for points of the line that are used up. */
  readonly pointsMinor: bigint;
  readonly toCardMinor: bigint;
  /** What was owed for coins that are gone, which nobody is given. */
  readonly goneMinor: bigint;
  readonly toWalletMinor: bigint;
  /** What the wallet gets in its own currency, where that is another one. */
  readonly conversion: Conversion | undefined;
}

/** What a refund brings to a wallet, converted where that has another currency. */
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

/** A line given back: the sale undone, cashback and points that are used up taken out, the rest to card and wallet. */
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

/** The provider has sent a refund to the card: all of it but what it had taken back before. */
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
 * The provider gave back by itself what a refund owes: it is not sent once more, and what was booked as a
 * loss then was none. Each part has its own.
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

/** The provider has paid after all what it had taken back: that was no loss. */
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

/** What refunds did not send, as a dispute had given it, is owed to the card: the provider has paid it after all. */
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

/** The provider took money back: the house's loss, never the member's balance. Each part has its own. */
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
