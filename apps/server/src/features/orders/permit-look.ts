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

/** Most codes revealed to a member per hour. */
const shownInAnHour = 10_000;

/**
 * Counts codes about to be revealed, repeats too; refuses `request.throttled`. Each reveal stores a row for ever, and
 * every later reveal reads the recent rows.
 */
export function countShown(
  { throttle }: { readonly throttle: Throttle },
  memberId: string,
  codes: number,
): Promise<void> {
  // One order may have more codes than the limit.
  const weight = Math.min(codes, shownInAnHour);
  return throttle.hit(`codes shown ${memberId}`, shownInAnHour, hours(1), weight);
}

export interface LookBounds {
  readonly codes: number;
  /** Most they may have cost together, in minor units of the order's currency. */
  readonly costMinor: bigint;
}

/** The number and value of codes that a member's sessions may reveal without proof (site options). */
export async function lookBounds(options: Options): Promise<LookBounds> {
  return {
    codes: await options.whole('reveals_without_password'),
    costMinor: fromWire(await options.whole('reveals_value_without_password')),
  };
}

/** The total cost of codes in one currency, in minor units. */
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
 * Permits a session to reveal codes; returns true when it is proven. Unproven sessions of a member together reveal a
 * few codes of small value, so that a stolen session does not reveal all. Serialises a member's reveals until the
 * transaction ends. Refuses `order.unproven`, and `session.required` when the session has ended.
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
    // Without a rate their total value is unknown.
    if (error instanceof Refusal) throw new Refusal('order.unproven');
    throw error;
  });
  if (cost > bounds.costMinor) throw new Refusal('order.unproven');
  return false;
}
