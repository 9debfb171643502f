/** Journals of coins, in smallest units. The README of this feature has the table of accounts. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { coinsOf, type Entry, house, type Journal, move } from '../../ledger/ledger.ts';
import { house as houseOwner } from './wallets/wallet-queries.ts';

export interface ReceivedOutput {
  readonly coin: Coin;
  readonly txid: string;
  readonly vout: number;
  readonly owner: string;
  readonly address: string;
  readonly value: bigint;
  readonly transferId: string;
  /** How often the output was credited before: a reorg debits it, and it can confirm again. */
  readonly credited: number;
  /** The house's loss when a reorg last debited this output, in smallest units. */
  readonly lost: bigint;
  /** The output is counted towards the order of its address. */
  readonly matched: boolean;
  /** The address is one the house tops up its own wallet with. */
  readonly refill: boolean;
}

/** An output in the ledger: a deposit, or made by a send of ours. */
export type BookedOutput = ReceivedOutput & {
  /** The send of ours that made the output. */
  readonly madeBy: string | null;
};

/** The credited account: a member's coins, the house's refills, or unmatched payments to the house. */
function accountOf({
  owner,
  coin,
  refill,
}: Pick<ReceivedOutput, 'owner' | 'coin' | 'refill'>): string {
  if (owner !== houseOwner) return coinsOf(owner, coin);
  return house(refill ? 'coin_refills' : 'unmatched', coin);
}

/** Credits an output with enough confirmations. If a reorg debited it before, the house's loss is repaid first. */
export function receivedJournal(received: ReceivedOutput): Journal {
  const { coin, txid, vout, owner, value, transferId, credited, lost } = received;
  const from = house('coin_chain', coin);
  return {
    owner,
    key: `coin:${coin}:${txid}:${vout}:in:${credited + 1}`,
    kind: 'coin_in',
    reference: transferId,
    entries: [
      ...move(value - lost, coin, { from, to: accountOf(received) }),
      ...move(lost, coin, { from, to: house('losses', coin) }),
    ],
  };
}

/** Debits an output removed by a reorg: from what its owner has left, and the rest from the house's losses. */
export function lostJournal(received: ReceivedOutput, leftUnits: bigint): Journal {
  const { coin, txid, vout, owner, value, transferId, credited } = received;
  const entries: Entry[] = [
    ...move(leftUnits, coin, { from: accountOf(received), to: house('coin_chain', coin) }),
    ...move(value - leftUnits, coin, {
      from: house('losses', coin),
      to: house('coin_chain', coin),
    }),
  ];
  return {
    owner,
    key: `coin:${coin}:${txid}:${vout}:lost:${credited}`,
    kind: 'coin_lost',
    reference: transferId,
    entries,
  };
}

/** Repays, from a failed send's refund, the house's loss on an input of it that a reorg removed. */
export function repaidJournal(received: ReceivedOutput, units: bigint, sendId: string): Journal {
  const { coin, txid, vout, owner, transferId, credited } = received;
  return {
    owner,
    key: `coin:${coin}:${txid}:${vout}:repaid:${credited}:${sendId}`,
    kind: 'coin_lost',
    reference: transferId,
    entries: move(units, coin, { from: accountOf(received), to: house('losses', coin) }),
  };
}

export interface BookedSend {
  readonly id: string;
  readonly coin: Coin;
  /** The sender. */
  readonly owner: string;
  readonly value: bigint;
  readonly fee: bigint;
  /** The send pays the house for an order. */
  readonly toHouse: boolean;
  /** The send is a sweep to the house's cold account. */
  readonly cold: boolean;
  /** How often the send was settled before. */
  readonly settled: number;
}

/** Reserves amount and fee: from the member's coins, or for the house from conversion and coin_fees. */
function settingAside({ coin, owner, value, fee }: BookedSend): Entry[] {
  const to = house('coin_sending', coin);
  const own = owner === houseOwner;
  return [
    ...move(value, coin, { from: own ? house('conversion', coin) : coinsOf(owner, coin), to }),
    ...move(fee, coin, { from: own ? house('coin_fees', coin) : coinsOf(owner, coin), to }),
  ];
}

const reversed = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, amountMinor: -entry.amountMinor }));

/** Reserves a new send's amount and fee until it confirms. */
export function sendingJournal(sent: BookedSend): Journal {
  return {
    owner: sent.owner,
    key: `coin_send:${sent.id}`,
    kind: 'coin_out',
    reference: sent.id,
    entries: settingAside(sent),
  };
}

/**
 * Entries of a settled send: the reserved units leave the chain, but an order's payment goes to the house, and a sweep
 * is booked to the cold account.
 */
function leaving({ coin, value, fee, toHouse, cold }: BookedSend): Entry[] {
  const from = house('coin_sending', coin);
  const chain = house('coin_chain', coin);
  return [
    ...move(value, coin, { from, to: toHouse ? house('conversion', coin) : chain }),
    ...move(fee, coin, { from, to: chain }),
    ...(cold
      ? move(value, coin, { from: house('coin_cold', coin), to: house('conversion', coin) })
      : []),
  ];
}

/**
 * Books a sweep found in the cold account after a restore. Its inputs were booked as spent by a stranger, against
 * refills or losses, so it is credited to refills.
 */
export function coldFoundJournal(
  coin: Coin,
  { txid, vout, value }: Pick<ReceivedOutput, 'txid' | 'vout' | 'value'>,
): Journal {
  return {
    owner: houseOwner,
    key: `coin_cold:${coin}:${txid}:${vout}`,
    kind: 'coin_cold_found',
    reference: txid,
    entries: move(value, coin, {
      from: house('coin_cold', coin),
      to: house('coin_refills', coin),
    }),
  };
}

/** Settles a send with enough confirmations. */
export function settledJournal(sent: BookedSend): Journal {
  return {
    owner: sent.owner,
    key: `coin_send:${sent.id}:settled:${sent.settled + 1}`,
    kind: 'coin_settled',
    reference: sent.id,
    entries: leaving(sent),
  };
}

/** Reverts the settlement of a send whose block was orphaned. */
export function unsettledJournal(sent: BookedSend): Journal {
  return {
    owner: sent.owner,
    key: `coin_send:${sent.id}:unsettled:${sent.settled}`,
    kind: 'coin_unsettled',
    reference: sent.id,
    entries: reversed(leaving(sent)),
  };
}

/** Returns a failed send's amount and fee to the sender. */
export function undoneJournal(sent: BookedSend): Journal {
  return {
    owner: sent.owner,
    key: `coin_send:${sent.id}:undone`,
    kind: 'coin_back',
    reference: sent.id,
    entries: reversed(settingAside(sent)),
  };
}
