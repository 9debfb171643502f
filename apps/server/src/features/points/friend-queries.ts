/** Friends: whose link somebody came over, and what became of it. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import type { OrderKey } from '../orders/orders.ts';

/** The code of a member's link, if they have one. */
export async function codeOf(db: Queryable, memberId: string): Promise<string | undefined> {
  const row = await db.first(
    sql<{ code: string }>`select code from friend_codes where member_id = ${memberId}`,
  );
  return row?.code;
}

/** Gives a member a code unless they have one; two at once leave one. */
export async function insertCode(db: Queryable, memberId: string, code: string): Promise<void> {
  await db.run(sql`
    insert into friend_codes (member_id, code) values (${memberId}, ${code})
    on conflict (member_id) do nothing`);
}

/** Whose code this is. */
export async function codeOwnerOf(db: Queryable, code: string): Promise<string | undefined> {
  const row = await db.first(
    sql<{ id: string }>`select member_id as id from friend_codes where code = ${code}`,
  );
  return row?.id;
}

/** Who brought a member along. */
export async function inviterOf(db: Queryable, memberId: string): Promise<string | undefined> {
  const row = await db.first(
    sql<{ id: string }>`select inviter_id as id from friends where member_id = ${memberId}`,
  );
  return row?.id;
}

export interface Tie {
  readonly memberId: string;
  readonly inviterId: string;
  /** From a network the inviter has signed in from. */
  readonly near: boolean;
}

/**
 * Ties a member to whoever brought them along, if their account is no older than so many days, younger than
 * the other, and has no order; whoever is tied stays so. Answers whether this did it.
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

/** Notes the first purchases of friends that count, and when they are looked at. */
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

/** Whether an order is the purchase of a friend that counts. */
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

/** Locks who brought a member along, and what came of it. */
export function lockFriend(tx: Tx, memberId: string) {
  return tx.first(sql<Friend>`
    select member_id as "memberId", inviter_id as "inviterId", state, order_id as "orderId", points,
      currency, taken_points as "takenPoints"
    from friends where member_id = ${memberId} for update`);
}

/** Notes what was taken back of a bonus. */
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

/** How many friends a member has brought along, and what came of them. */
export function countFriends(db: Queryable, inviterId: string): Promise<FriendCounts> {
  return db.one(sql<FriendCounts>`
    select count(*)::int as invited, (count(*) filter (where state = 'tied'))::int as waiting,
      (count(*) filter (where state = 'paid'))::int as paid
    from friends where inviter_id = ${inviterId}`);
}

/** For operators: friends of a member, the newest first. */
export function friendsOf(db: Queryable, inviterId: string, limit: number) {
  return db.rows(sql<Friend & { tiedAt: Date; reason: string | null; dueAt: Date | null }>`
    select member_id as "memberId", inviter_id as "inviterId", state, order_id as "orderId", points,
      currency, taken_points as "takenPoints", tied_at as "tiedAt", reason, due_at as "dueAt"
    from friends where inviter_id = ${inviterId} order by tied_at desc limit ${limit}`);
}
