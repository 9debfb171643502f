/** Invitation links, and the members who join by them. */
import type { Db, Queryable, Tx } from '../../platform/db/db.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { hours } from '../../platform/process/durations.ts';
import { newReadableCode } from '../../platform/secrets/secrets.ts';
import { hasSignedInFrom } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import type { Order } from '../orders/orders.ts';
import {
  codeOf,
  codeOwnerOf,
  insertCode,
  insertFriend,
  inviterOf,
  noteFirstPurchases,
} from './friend-queries.ts';
import { type PointTerms, pointTerms } from './terms.ts';

/** A member's invitation code, created on first use. */
export async function ownCode(db: Queryable, memberId: string): Promise<string> {
  const known = await codeOf(db, memberId);
  if (known !== undefined) return known;
  await insertCode(db, memberId, newReadableCode());
  return (await codeOf(db, memberId)) ?? '';
}

export interface TieParts {
  readonly db: Db;
  readonly throttle: Throttle;
  readonly options: Options;
}

/** Codes a member may try per hour. */
const tries = 10;

/**
 * Ties a new member to the owner of a code, for good; a repeat with the same code changes nothing. Refuses
 * `points.friend_unknown` and `points.friend_not_new`.
 */
export async function tieFriend(
  { db, throttle, options }: TieParts,
  { memberId, address }: { memberId: string; address: string },
  code: string,
): Promise<void> {
  await throttle.hit(`friend codes ${memberId}`, tries, hours(1));
  const inviterId = await codeOwnerOf(db, code);
  if (inviterId === undefined) throw new Refusal('points.friend_unknown');
  const near = await hasSignedInFrom(db, inviterId, networkOf(address));
  const { tieDays } = await pointTerms(options);
  if (await insertFriend(db, { memberId, inviterId, near }, tieDays)) return;
  if ((await inviterOf(db, memberId)) !== inviterId) throw new Refusal('points.friend_not_new');
}

/**
 * Records friends' qualifying purchases among delivered orders: those with a PayPal payment of at least
 * `leastPurchaseMinor`.
 */
export async function noteFriends(
  tx: Tx,
  orders: readonly Order[],
  { leastPurchaseMinor, waitDays }: PointTerms,
): Promise<void> {
  const large = orders.filter(
    ({ gateway, totalMinor, walletMinor }) =>
      gateway === 'PayPal' && totalMinor - walletMinor >= leastPurchaseMinor,
  );
  if (large.length > 0) await noteFirstPurchases(tx, large, waitDays);
}
