/** Links that members give their friends, and who came over them. */
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

/** The code of a member's link, made when it is first asked for. */
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

/** Codes somebody may try in an hour. */
const tries = 10;

/**
 * Ties a new member to the owner of a code, once and for good; repeated it changes nothing. Refuses with
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

/** Notes which delivered orders are the first of friends that count: paid by card, of at least so much. */
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
