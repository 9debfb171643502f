/** Journals of top-ups; the table is in docs/ARCHITECTURE.md. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { frozenOf, house, type Journal, move, walletOf } from '../../ledger/ledger.ts';
import type { TopUp } from './queries.ts';

/** Credits the wallet; the provider owes the house the captured amount. */
export function addJournal({ memberId, id, currency, amountMinor }: TopUp): Journal {
  return {
    owner: memberId,
    key: `add:${id}`,
    kind: 'add',
    reference: id,
    entries: move(amountMinor, currency, {
      from: house('paypal_clearing', currency),
      to: walletOf(memberId, currency),
    }),
  };
}

export interface TopUpReversal {
  readonly memberId: string;
  readonly topUpId: string;
  readonly captureId: string;
  readonly currency: Currency;
  /** Total reversed so far (minor units); identifies the partial reversal in journal keys. */
  readonly reversedMinor: bigint;
}

/** An operator's decision about frozen money. */
export type FrozenEnd = 'kept' | 'released';

export interface Frozen {
  readonly memberId: string;
  readonly topUpId: string;
  readonly captureId: string;
  readonly currency: Currency;
  /** Frozen now, in minor units. */
  readonly amountMinor: bigint;
  /** Total ever frozen, in minor units; part of the journal key, so that later decisions have other keys. */
  readonly everMinor: bigint;
}

/** Kept: frozen money reduces the house's loss. Released: it returns to the wallet. */
export function frozenEndJournal(frozen: Frozen & { endsMinor: bigint }, end: FrozenEnd): Journal {
  const { memberId, topUpId, captureId, currency, amountMinor, everMinor, endsMinor } = frozen;
  return {
    owner: memberId,
    key: `capture:${captureId}:${end}:${everMinor}:${amountMinor}`,
    kind: end === 'kept' ? 'keep' : 'unfreeze',
    reference: topUpId,
    entries: move(endsMinor, currency, {
      from: frozenOf(memberId, currency),
      to: end === 'kept' ? house('losses', currency) : walletOf(memberId, currency),
    }),
  };
}

/** Freezes again what the house kept; the reversal `takenId` is undecided again. */
export function unkeptJournal(
  { memberId, topUpId, captureId, currency, takenId }: TopUpReversal & { takenId: string },
  amountMinor: bigint,
): Journal {
  return {
    owner: memberId,
    key: `capture:${captureId}:unkept:${takenId}`,
    kind: 'keep',
    reference: topUpId,
    entries: move(amountMinor, currency, {
      from: house('losses', currency),
      to: frozenOf(memberId, currency),
    }),
  };
}

/**
 * Freezes reversed money that is left in the wallet. `late`: for money returned after the reversal, the number of the
 * wallet's last movement.
 */
export function freezeJournal(taken: TopUpReversal, leftMinor: bigint, late?: bigint): Journal {
  const { memberId, topUpId, captureId, currency, reversedMinor } = taken;
  return {
    owner: memberId,
    key: `capture:${captureId}:frozen:${reversedMinor}${late === undefined ? '' : `:late:${late}`}`,
    kind: 'freeze',
    reference: topUpId,
    entries: move(leftMinor, currency, {
      from: walletOf(memberId, currency),
      to: frozenOf(memberId, currency),
    }),
  };
}
