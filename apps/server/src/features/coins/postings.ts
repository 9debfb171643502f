/** The journals of coins, in smallest units. docs/ARCHITECTURE.md has the table they follow. */
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
  /** How often it was credited before. */
  readonly credited: number;
  /** What the house bore when it was taken back last. */
  readonly lost: bigint;
  /** It was counted with the order whose address it came to. */
  readonly matched: boolean;
  /** Whether it came to an address at which the house fills its own wallet. */
  readonly refill: boolean;
}

/** An output on the books, whatever brought it. */
export type BookedOutput = ReceivedOutput & {
  /** The send of ours that made it. */
  readonly madeBy: string | null;
};

/** Where an output is credited: a member's wallet, what the house brought itself, or what came to it for nothing it knows. */
function accountOf({
  owner,
  coin,
  refill,
}: Pick<ReceivedOutput, 'owner' | 'coin' | 'refill'>): string {
  if (owner !== houseOwner) return coinsOf(owner, coin);
  return house(refill ? 'coin_refills' : 'unmatched', coin);
}

/**
 * An output has its confirmations: it can be spent. A fork may take that back, and it may come again: first for what
 * the house bore meanwhile.
 */
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

/** The chain took an output back: out of what its owner has left, the rest is the house's loss. */
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

/** What comes back to its owner of a send is first for what the house bore when a fork took back what the send was to spend. */
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
  /** Who sends. */
  readonly owner: string;
  readonly value: bigint;
  readonly fee: bigint;
  /** Whether it pays the house. */
  readonly toHouse: boolean;
  /** Whether it goes to the house's own cold account. */
  readonly cold: boolean;
  /** How often it was settled before. */
  readonly settled: number;
}

/** What a send takes, from whom: a member's wallet, or what the house has of coins and spends on their networks. */
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

/** A send begins: what it takes is set aside until the chain has it. */
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
 * What a settled send moved: it has left, but for what paid the house, which lies on the chain still. What went to the cold
 * account is the house's as before, and lies there.
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
 * What the house sent to its cold account lies there, and the books know of no send: what it spent has left them as any coins that
 * somebody else spends, out of what operators brought, or as a loss.
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

/** The chain has it. */
export function settledJournal(sent: BookedSend): Journal {
  return {
    owner: sent.owner,
    key: `coin_send:${sent.id}:settled:${sent.settled + 1}`,
    kind: 'coin_settled',
    reference: sent.id,
    entries: leaving(sent),
  };
}

/** The chain gave it up again. */
export function unsettledJournal(sent: BookedSend): Journal {
  return {
    owner: sent.owner,
    key: `coin_send:${sent.id}:unsettled:${sent.settled}`,
    kind: 'coin_unsettled',
    reference: sent.id,
    entries: reversed(leaving(sent)),
  };
}

/** It came to nothing: what was set aside is the sender's again. */
export function undoneJournal(sent: BookedSend): Journal {
  return {
    owner: sent.owner,
    key: `coin_send:${sent.id}:undone`,
    kind: 'coin_back',
    reference: sent.id,
    entries: reversed(settingAside(sent)),
  };
}
