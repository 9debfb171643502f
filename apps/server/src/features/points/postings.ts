/** The journals of points. docs/ARCHITECTURE.md has the table they follow. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Entry, house, type Journal, move, pointsOf, walletOf } from '../../ledger/ledger.ts';

/** Points earned by an order line. */
export interface Earning {
  readonly memberId: string;
  readonly orderId: string;
  readonly lineId: string;
  /** The order's currency, and the value in its minor units. */
  readonly houseCurrency: Currency;
  readonly houseMinor: bigint;
  /** The member's currency, and the same value in its minor units, as points. */
  readonly currency: Currency;
  readonly points: bigint;
}

type Given = Pick<Earning, 'memberId' | 'houseCurrency' | 'houseMinor' | 'currency' | 'points'>;

/** Entries that move points from the house to a member; negative amounts move them back. */
function given({ memberId, houseCurrency, houseMinor, currency, points }: Given): Entry[] {
  const member = pointsOf(memberId, currency);
  if (houseCurrency === currency)
    return move(points, currency, { from: house('points', currency), to: member });
  return [
    ...move(houseMinor, houseCurrency, {
      from: house('points', houseCurrency),
      to: house('conversion', houseCurrency),
    }),
    ...move(points, currency, { from: house('conversion', currency), to: member }),
  ];
}

/** Credits the points of all lines of one order; the facts hold the rate of a conversion. */
export function earnJournal(
  lines: readonly [Earning, ...Earning[]],
  facts: Readonly<Record<string, string>> | undefined,
): Journal {
  const [{ memberId, orderId }] = lines;
  return {
    owner: memberId,
    key: `order:${orderId}:points`,
    kind: 'points',
    reference: orderId,
    ...(facts && { facts }),
    entries: lines.flatMap(given),
  };
}

/** Takes back some of a line's points; the points taken before make the key unique. */
export function backJournal(part: Earning, takenBefore: bigint): Journal {
  const { memberId, orderId, lineId, houseMinor, points } = part;
  return {
    owner: memberId,
    key: `order:${orderId}:points:back:${lineId}:${takenBefore}`,
    kind: 'points_back',
    reference: orderId,
    entries: given({ ...part, houseMinor: -houseMinor, points: -points }),
  };
}

/** Turns points into wallet money. */
export function spendJournal(
  { memberId, currency }: { memberId: string; currency: Currency },
  { key, points }: { key: string; points: bigint },
): Journal {
  return {
    owner: memberId,
    key: `points:${key}`,
    kind: 'spend_points',
    reference: key,
    entries: move(points, currency, {
      from: pointsOf(memberId, currency),
      to: walletOf(memberId, currency),
    }),
  };
}

export interface Bonus {
  readonly friendId: string;
  readonly inviterId: string;
  readonly currency: Currency;
  readonly points: bigint;
}

/** Credits the bonus for a friend's qualifying purchase. */
export function friendJournal({ friendId, inviterId, currency, points }: Bonus): Journal {
  return {
    owner: inviterId,
    key: `friend:${friendId}:points`,
    kind: 'friend_points',
    reference: friendId,
    entries: move(points, currency, {
      from: house('points', currency),
      to: pointsOf(inviterId, currency),
    }),
  };
}

/** Takes back a bonus, up to the inviter's points, after the purchase was refunded or reversed. */
export function friendBackJournal(
  { friendId, inviterId, currency, points }: Bonus,
  takenBefore: bigint,
): Journal {
  return {
    owner: inviterId,
    key: `friend:${friendId}:points:back:${takenBefore}`,
    kind: 'friend_back',
    reference: friendId,
    entries: move(points, currency, {
      from: pointsOf(inviterId, currency),
      to: house('points', currency),
    }),
  };
}
