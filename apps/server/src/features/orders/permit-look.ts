import { fromWire } from '@giftlane/contract/money.ts';
import type { Tx } from '../../platform/db.ts';
import { hours, minutes } from '../../platform/durations.ts';
import type { Caller } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Throttle } from '../../platform/throttle.ts';
import { holdSession } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import { lookedAt } from './look-queries.ts';

/** Codes that a member is shown in an hour. */
const shownInAnHour = 10_000;

/**
 * Counts codes that a member is about to be shown, seen before or not: each time is written down for ever, and every
 * look of a session reads what was written in it lately.
 */
export function countShown(
  { throttle }: { readonly throttle: Throttle },
  memberId: string,
  codes: number,
): Promise<void> {
  // One order may be of more.
  const weight = Math.min(codes, shownInAnHour);
  return throttle.hit(`codes shown ${memberId}`, shownInAnHour, hours(1), weight);
}

export interface LookBounds {
  readonly codes: number;
  /** What they may have cost together, in minor units of whatever currency they were sold in. */
  readonly costMinor: bigint;
  readonly withinMs: number;
}

/** How many codes, and worth how much, a session may look at, in which time, before it has to prove whose it is. */
export async function lookBounds(options: Options): Promise<LookBounds> {
  return {
    codes: await options.whole('reveals_without_password'),
    costMinor: fromWire(await options.whole('reveals_value_without_password')),
    withinMs: minutes(await options.whole('reveals_within_minutes')),
  };
}

/**
 * Lets a session look at codes: it may look at a few that cost little, and at those again, without having proved lately whose
 * it is, so that one that was stolen does not show them all. Looks of one session wait for each other from
 * here to the end of the transaction. Refuses `order.unproven`, and `session.required` when it has ended.
 */
export async function permitLook(
  tx: Tx,
  { memberId, sessionId }: Caller,
  {
    orderId,
    codeIds,
    bounds,
  }: {
    orderId: string;
    codeIds: readonly bigint[];
    bounds: LookBounds;
  },
): Promise<void> {
  const { proven } = await holdSession(tx, sessionId);
  if (proven) return;
  const { withinMs } = bounds;
  const look = { memberId, sessionId, orderId, codeIds, withinMs };
  const { codes, costMinor } = await lookedAt(tx, look);
  if (codes > bounds.codes || costMinor > bounds.costMinor) throw new Refusal('order.unproven');
}
