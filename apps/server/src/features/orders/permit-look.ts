import { type Currency, fromWire } from '@giftlane/contract/money/money.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Caller } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { hours } from '../../platform/process/durations.ts';
import { holdSession } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import { convert } from '../rates/rates.ts';
import { type Looked, lockLooks, lookedAt } from './look-queries.ts';
import type { Order } from './orders.ts';

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
  /** What they may have cost together, in minor units of the order's currency. */
  readonly costMinor: bigint;
}

/** How many codes, and worth how much, a member may look at before a session has to prove whose it is. */
export async function lookBounds(options: Options): Promise<LookBounds> {
  return {
    codes: await options.whole('reveals_without_password'),
    costMinor: fromWire(await options.whole('reveals_value_without_password')),
  };
}

/** What codes cost together in one currency. */
async function costOf(tx: Tx, looked: readonly Looked[], to: Currency): Promise<bigint> {
  const costs = await Promise.all(
    looked.map(async ({ currency, costMinor }) =>
      currency === to
        ? costMinor
        : (await convert(tx, costMinor, { from: currency, to })).amountMinor,
    ),
  );
  return costs.reduce((sum, cost) => sum + cost, 0n);
}

/**
 * Lets a session look at codes, and says whether it is proven. Without a proof a member's sessions together show a few that
 * cost little, and those again, so that one that was stolen does not show them all. Looks of one member wait for each
 * other from here to the end of the transaction. Refuses `order.unproven`, and `session.required` when it has ended.
 */
export async function permitLook(
  tx: Tx,
  { memberId, sessionId }: Caller,
  { order, codeIds, bounds }: { order: Order; codeIds: readonly bigint[]; bounds: LookBounds },
): Promise<boolean> {
  const { proven } = await holdSession(tx, sessionId);
  if (proven) return true;
  await lockLooks(tx, memberId);
  const looked = await lookedAt(tx, { memberId, sessionId, orderId: order.id, codeIds });
  if (looked.reduce((sum, { codes }) => sum + codes, 0) > bounds.codes)
    throw new Refusal('order.unproven');
  const cost = await costOf(tx, looked, order.currency).catch((error: unknown) => {
    // Without a rate nobody knows what they are worth together.
    if (error instanceof Refusal) throw new Refusal('order.unproven');
    throw error;
  });
  if (cost > bounds.costMinor) throw new Refusal('order.unproven');
  return false;
}
