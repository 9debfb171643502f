/** Current terms of points, from the site options. */
import { fromWire } from '@giftlane/contract/money/money.ts';
import type { Options } from '../content/content.ts';

export interface PointTerms {
  /** Percent of the line price without service charges; 0 gives no points. */
  readonly percent: number;
  /** Least number of points spent at once. */
  readonly leastPoints: bigint;
  /** Points per friend; 0 gives none. */
  readonly friendPoints: bigint;
  /** Least PayPal payment of a friend's qualifying purchase, in minor units of its currency. */
  readonly leastPurchaseMinor: bigint;
  readonly waitDays: number;
  /** Most bonuses per inviter within a year. */
  readonly friendsPerYear: number;
  /** Greatest age in days at which an account can be tied to its inviter. */
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
