import type { Tx } from '../../platform/db.ts';
import { minutes } from '../../platform/durations.ts';
import type { Caller } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import { holdSession } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import { countViewed } from '../stock/stock.ts';

export interface LookBounds {
  readonly codes: number;
  readonly withinMs: number;
}

/** How many codes a session may look at, in which time, before it has to prove whose it is. */
export async function lookBounds(options: Options): Promise<LookBounds> {
  return {
    codes: await options.whole('reveals_without_password'),
    withinMs: minutes(await options.whole('reveals_within_minutes')),
  };
}

/**
 * Lets a session look at a code: it may look at a few, and at those again, without having proved lately whose
 * it is, so that one that was stolen does not show them all. Looks of one session wait for each other from
 * here to the end of the transaction. Refuses `order.unproven`, and `session.required` when it has ended.
 */
export async function permitLook(
  tx: Tx,
  { sessionId }: Caller,
  { codeId, bounds }: { codeId: bigint; bounds: LookBounds },
): Promise<void> {
  const { proven } = await holdSession(tx, sessionId);
  if (proven) return;
  const viewed = await countViewed(tx, { sessionId, besides: codeId, withinMs: bounds.withinMs });
  if (viewed >= bounds.codes) throw new Refusal('order.unproven');
}
