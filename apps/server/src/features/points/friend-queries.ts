/** Invited friends: who invited a member, and the state of the bonus. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import type { OrderKey } from '../orders/orders.ts';

/** A member's invitation code, if any. */
export async function codeOf(db: Queryable, memberId: string): Promise<string | undefined> {
  const row = await db.first(
    sql<{ code: string }>`select code from friend_codes where member_id = ${memberId}`,
  );
  return row?.code;
}

/** Stores a member's code unless there is one; of two parallel calls one wins. */
export async function insertCode(db: Queryable, memberId: string, code: string): Promise<void> {
  await db.run(sql`
    insert into friend_codes (member_id, code) values (${memberId}, ${code})
    on conflict (member_id) do nothing`);
}

/** Id of the member who owns a code. */
export async function codeOwnerOf(db: Queryable, code: string): Promise<string | undefined> {
  const row = await db.first(
    sql<{ id: string }>`select member_id as id from friend_codes where code = ${code}`,
  );
  return row?.id;
}

/** Id of the member who invited this one. */
export async function inviterOf(db: Queryable, memberId: string): Promise<string | undefined> {
  const row = await db.first(
    sql<{ id: string }>`select inviter_id as id from friends where member_id = ${memberId}`,
  );
  return row?.id;
}

export interface Tie {
  readonly memberId: string;
  readonly inviterId: string;
  /** True when the friend's network is one the inviter has signed in from. */
  readonly near: boolean;
}

/**
 * Ties a member to an inviter if the member's account is at most `days` old, younger than the inviter's, and
 * has no order. An existing tie never changes. True when this call created the tie.
 */
export async function insertFriend(
  db: Queryable,
  { memberId, inviterId, near }: Tie,
  days: number,
): Promise<boolean> {
  const tied = await db.run(sql`
    insert into friends (member_id, inviter_id, near)
    select friend.id, inviter.id, ${near}
    from members friend join members inviter on inviter.id = ${inviterId}
    where friend.id = ${memberId} and inviter.created_at < friend.created_at
      and friend.created_at > app_now() - ${days} * interval '1 day'
      and not exists (select 1 from orders where member_id = friend.id)
    on conflict (member_id) do nothing`);
  return tied === 1;
}

/** Records each friend's first qualifying purchase, and when its bonus is decided. */
export async function noteFirstPurchases(
  tx: Tx,
  orders: readonly OrderKey[],
  days: number,
): Promise<void> {
  await tx.run(sql`
    update friends f set order_id = o.id, due_at = app_now() + ${days} * interval '1 day'
    from (select distinct on (member_id) member_id, id
      from unnest(${orders.map(({ memberId }) => memberId)}::text[],
        ${orders.map(({ id }) => id)}::text[]) as delivered (member_id, id)
      order by member_id, id) o
    where f.member_id = o.member_id and f.state = 'tied' and f.order_id is null`);
}

/** True when an order is a friend's qualifying purchase. */
export async function isFriendOrder(db: Queryable, { memberId, id }: OrderKey): Promise<boolean> {
  const found = await db.first(
    sql`select 1 from friends where member_id = ${memberId} and order_id = ${id}`,
  );
  return found !== undefined;
}

export interface Friend {
  readonly memberId: string;
  readonly inviterId: string;
  readonly state: 'tied' | 'paid' | 'nothing';
  readonly orderId: string | null;
  readonly points: bigint;
  readonly currency: Currency | null;
  readonly takenPoints: bigint;
}

/** Locks the row of an invited member. */
export function lockFriend(tx: Tx, memberId: string) {
  return tx.first(sql<Friend>`
    select member_id as "memberId", inviter_id as "inviterId", state, order_id as "orderId", points,
      currency, taken_points as "takenPoints"
    from friends where member_id = ${memberId} for update`);
}

/** Adds to the points taken back of a bonus. */
export async function noteBonusTaken(tx: Tx, memberId: string, points: bigint): Promise<void> {
  await tx.run(sql`
    update friends set taken_points = taken_points + ${points}::bigint
    where member_id = ${memberId}`);
}

export interface FriendCounts {
  readonly invited: number;
  readonly waiting: number;
  readonly paid: number;
}

/** Numbers of friends a member has invited, in all and by state. */
export function countFriends(db: Queryable, inviterId: string): Promise<FriendCounts> {
  return db.one(sql<FriendCounts>`
    select count(*)::int as invited, (count(*) filter (where state = 'tied'))::int as waiting,
      (count(*) filter (where state = 'paid'))::int as paid
    from friends where inviter_id = ${inviterId}`);
}

/** For operators: friends invited by a member, newest first. */
export function friendsOf(db: Queryable, inviterId: string, limit: number) {
  return db.rows(sql<Friend & { tiedAt: Date; reason: string | null; dueAt: Date | null }>`
    select member_id as "memberId", inviter_id as "inviterId", state, order_id as "orderId", points,
      currency, taken_points as "takenPoints", tied_at as "tiedAt", reason, due_at as "dueAt"
    from friends where inviter_id = ${inviterId} order by tied_at desc limit ${limit}`);
}
