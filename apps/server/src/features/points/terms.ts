/** What holds of points now, as the site options have it. */
import { fromWire } from '@giftlane/contract/money/money.ts';
import type { Options } from '../content/content.ts';

export interface PointTerms {
  /** Of what was paid for a line, service charges left out. 0 gives nothing. */
  readonly percent: number;
  /** What is used at once is at least this. */
  readonly leastPoints: bigint;
  /** For each friend; 0 gives nothing. */
  readonly friendPoints: bigint;
  /** What a friend's purchase has to be paid by card at least, in its currency. */
  readonly leastPurchaseMinor: bigint;
  readonly waitDays: number;
  /** Friends that bring points to one member within a year. */
  readonly friendsPerYear: number;
  /** How old an account may be that is tied to whoever brought it along. */
  readonly tieDays: number;
}

/** Reads the terms. */
export async function pointTerms({ whole }: Options): Promise<PointTerms> {
  return {
    percent: Math.min(100, await whole('points_percent')),
    leastPoints: BigInt(await whole('points_least')),
    friendPoints: BigInt(await whole('friend_points')),
    leastPurchaseMinor: fromWire(await whole('friend_least_purchase')),
    waitDays: await whole('friend_wait_days'),
    friendsPerYear: await whole('friend_yearly_limit'),
    tieDays: await whole('friend_tie_days'),
  };
}
