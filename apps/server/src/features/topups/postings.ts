/** The journals of money added by card. docs/ARCHITECTURE.md has the table they follow. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { frozenOf, house, type Journal, move, walletOf } from '../../ledger/ledger.ts';
import type { TopUp } from './queries.ts';

/** The card has paid; the provider now owes it to the house. */
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
  /** What the provider has taken back by now, which tells its parts apart. */
  readonly reversedMinor: bigint;
}

/** What an operator decides of money set aside. */
export type FrozenEnd = 'kept' | 'released';

export interface Frozen {
  readonly memberId: string;
  readonly topUpId: string;
  readonly captureId: string;
  readonly currency: Currency;
  /** What is set aside of it now. */
  readonly amountMinor: bigint;
  /** What was ever set aside of it, which tells later ends from earlier ones. */
  readonly everMinor: bigint;
}

/** The house keeps so much of what was set aside, as its loss was that much smaller; or the member has it back. */
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

/** What the house kept is set aside again: what took it under this id is still to be decided. */
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
 * Sets aside what is left of money that the provider has taken back; `late`: what came back into the wallet behind that, after
 * so many movements of it.
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
