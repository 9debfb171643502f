/** Friends whose bonus is due, and the facts that decide it. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

/** Takes some friends whose bonus is due; each is due again a day later. */
export async function takeDueFriends(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.rows(sql<{ memberId: string }>`
    update friends f set due_at = app_now() + interval '1 day' from (
      select member_id from friends where state = 'tied' and due_at <= app_now()
      order by due_at limit ${limit} for update skip locked) due
    where f.member_id = due.member_id returning f.member_id as "memberId"`);
  return rows.map(({ memberId }) => memberId);
}

/** Facts about a friend's qualifying purchase and the two members. */
export interface Signs {
  /** Delivered, with nothing refunded or reversed. */
  readonly kept: boolean;
  readonly verified: boolean;
  /** One of the two accounts is frozen or closed. */
  readonly barred: boolean;
  /** The inviter has a delivered order, too. */
  readonly inviterBought: boolean;
  /** Another member has paid from the friend's PayPal account. */
  readonly samePayer: boolean;
  readonly near: boolean;
  /** A wallet transfer between the two exists. */
  readonly moneyBetween: boolean;
  readonly paidThisYear: number;
  /** Tied more than 180 days ago. */
  readonly tooLate: boolean;
  /** The inviter's currency. */
  readonly currency: Currency;
}

/** Collects the facts about a locked friend. Serialised per inviter, so that the yearly limit holds. */
export async function signsOf(tx: Tx, memberId: string): Promise<Signs> {
  await tx.run(sql`
    select 1 from friend_codes
    where member_id = (select inviter_id from friends where member_id = ${memberId}) for update`);
  return tx.one(sql<Signs>`
    select o.state = 'delivered' and o.refunded_minor = 0 and not exists (
        select 1 from capture_sums c where c.member_id = o.member_id and c.order_id = o.id
          and c.reversed_minor > c.restored_minor) as kept,
      m.email_verified_at is not null and i.email_verified_at is not null as verified,
      m.frozen_at is not null or i.frozen_at is not null or m.closed_at is not null
        or i.closed_at is not null as barred,
      exists (select 1 from orders x where x.member_id = i.id and x.state = 'delivered')
        as "inviterBought",
      exists (select 1 from payment_captures own
        join payment_captures other on other.payer = own.payer and other.member_id <> own.member_id
        where own.member_id = m.id and own.use = 'order') as "samePayer",
      f.near,
      exists (select 1 from transfers t
        where (t.member_id = m.id and t.receiver_id = i.id)
          or (t.member_id = i.id and t.receiver_id = m.id)) as "moneyBetween",
      (select count(*) from friends p where p.inviter_id = i.id
        and p.paid_at > app_now() - interval '1 year')::int as "paidThisYear",
      f.tied_at < app_now() - interval '180 days' as "tooLate", i.currency
    from friends f join members m on m.id = f.member_id join members i on i.id = f.inviter_id
    join orders o on o.member_id = f.member_id and o.id = f.order_id
    where f.member_id = ${memberId}`);
}

/** Marks a locked friend's bonus as paid. */
export async function setBonusPaid(
  tx: Tx,
  memberId: string,
  { points, currency }: { points: bigint; currency: Currency },
): Promise<void> {
  await tx.run(sql`
    update friends set state = 'paid', paid_at = app_now(), points = ${points},
      currency = ${currency} where member_id = ${memberId}`);
}

/** Marks a locked friend's bonus as denied. */
export async function setNothing(tx: Tx, memberId: string, reason: string): Promise<void> {
  await tx.run(sql`
    update friends set state = 'nothing', reason = ${reason} where member_id = ${memberId}`);
}
