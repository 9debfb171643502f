import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

export interface Transfer {
  /** The sender. */
  readonly memberId: string;
  readonly id: string;
  readonly receiverId: string;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly note: string;
}

/** Serialises the daily limits of these senders until the transaction ends. */
export async function lockSends(tx: Tx, memberIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${memberIds.map((id) => `sends ${id}`).toSorted()}::text[]) as name`);
}

/** Sums that members sent within 24 hours, in their wallet's currency (minor units); no entry for none. */
export async function sentInADay(
  db: Queryable,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const sums = await db.rows(sql<{ memberId: string; minor: bigint }>`
    select t.member_id as "memberId", sum(t.amount_minor)::bigint as minor
    from transfers t join members m on m.id = t.member_id and m.currency = t.currency
    where t.member_id = any(${memberIds}::text[]) and t.created_at > app_now() - interval '1 day'
    group by t.member_id`);
  return new Map(sums.map(({ memberId, minor }) => [memberId, minor]));
}

/** Stores transfers. */
export async function insertTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  await tx.run(sql`
    insert into transfers (member_id, id, receiver_id, currency, amount_minor, note)
    select * from unnest(${transfers.map(({ memberId }) => memberId)}::text[],
      ${transfers.map(({ id }) => id)}::text[],
      ${transfers.map(({ receiverId }) => receiverId)}::text[],
      ${transfers.map(({ currency }) => currency)}::text[],
      ${transfers.map(({ amountMinor }) => amountMinor)}::bigint[],
      ${transfers.map(({ note }) => note)}::text[])`);
}

/** Finds a transfer by id. */
export function findTransfer(db: Queryable, id: string) {
  return db.first(sql<Transfer>`
    select member_id as "memberId", id, receiver_id as "receiverId", currency,
      amount_minor as "amountMinor", note
    from transfers where id = ${id}`);
}

/** A transfer with the name of the member's counterparty. */
export interface TransferBrief {
  readonly id: string;
  readonly senderId: string;
  /** The counterparty; empty once their account is closed. */
  readonly name: string;
  readonly note: string;
}

/** Transfers that a member sent or received, by ids. */
export function transferBriefs(db: Queryable, memberId: string, ids: readonly string[]) {
  return db.rows(sql<TransferBrief>`
    select t.id, t.member_id as "senderId", 
      case when m.closed_at is null then m.full_name else '' end as name, t.note
    from transfers t join members m
      on m.id = case when t.member_id = ${memberId} then t.receiver_id else t.member_id end
    where t.id = any(${ids}::text[])
      and (t.member_id = ${memberId} or t.receiver_id = ${memberId})`);
}
