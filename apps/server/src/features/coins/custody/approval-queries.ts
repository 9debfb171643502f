import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import { type Waiting, waitingIn } from '../../../platform/db/waiting.ts';
import type { CoinTransfer } from '../sends/transfer-queries.ts';

/** A signing request held back until its send is approved or released. */
export interface PendingApproval {
  readonly transferId: string;
  readonly coin: Coin;
  readonly wish: string;
  readonly tag: Buffer;
  /** When the send is released without approval; null when an operator must decide. */
  readonly goesAt: Date | null;
}

/** Stores a held signing request. */
export async function insertWaiting(
  tx: Tx,
  { transferId, coin, wish, tag, goesAt }: PendingApproval,
): Promise<void> {
  await tx.run(sql`
    insert into coin_approvals (transfer_id, coin, wish, tag, goes_at)
    values (${transferId}, ${coin}, ${wish}, ${tag}, ${goesAt})`);
}

/** The held signing request of a transfer, decided or not. */
export function waitingOf(tx: Tx, transferId: string) {
  return tx.first(sql<PendingApproval>`
    select transfer_id as "transferId", coin, wish, tag, goes_at as "goesAt" from coin_approvals
    where transfer_id = ${transferId}`);
}

/** A decision on a held send, and the operator or member who made it; `released` is by time. */
export type ApprovalDecision =
  | { readonly what: 'approved' | 'cancelled'; readonly by: string }
  | { readonly what: 'rejected'; readonly by: string; readonly reason: string }
  | { readonly what: 'released' };

/** Stores the decision on a held send. */
export async function noteDecision(
  tx: Tx,
  transferId: string,
  decision: ApprovalDecision,
): Promise<void> {
  const { what, by = null, reason = null } = { by: undefined, reason: undefined, ...decision };
  await tx.run(sql`
    update coin_approvals set decision = ${what}, decided_by = ${by}, reason = ${reason},
      decided_at = app_now()
    where transfer_id = ${transferId}`);
}

/** A person who lets a held send go: an operator of the back office, or the command line. */
export interface Approver {
  /** The name that is logged. */
  readonly by: string;
  /** Undefined for the command line, which is one person whoever types. */
  readonly operatorId?: string | undefined;
}

export interface Consent {
  readonly operatorId: string | null;
  readonly by: string;
  readonly tag: Buffer;
  readonly at: Date;
}

/** Stores that a person lets a held send go; false when they did before. */
export async function insertConsent(
  tx: Tx,
  transferId: string,
  { by, operatorId, tag }: Approver & { readonly tag: Buffer },
): Promise<boolean> {
  const stored = await tx.run(sql`
    insert into coin_consents (transfer_id, operator_id, given_by, tag)
    values (${transferId}, ${operatorId ?? null}, ${by}, ${tag}) on conflict do nothing`);
  return stored > 0;
}

/** The persons who let a held send go. */
export function consentsTo(db: Queryable, transferId: string) {
  return db.rows(sql<Consent>`
    select operator_id as "operatorId", given_by as by, tag, given_at as at from coin_consents
    where transfer_id = ${transferId} order by given_at`);
}

/** The owner of a transfer. */
export async function ownerOfTransfer(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.first(sql<{ owner: string }>`
    select w.owner from coin_transfers t join coin_wallets w on w.id = t.wallet_id
    where t.id = ${id}`);
  return row?.owner;
}

/** True when the owner froze the account after the send was created. The member must be locked. */
export async function isStopped(tx: Tx, transferId: string): Promise<boolean> {
  const row = await tx.first(sql<{ stopped: boolean }>`
    select true as stopped from coin_transfers t join coin_wallets w on w.id = t.wallet_id
    join members m on m.id = w.owner
    where t.id = ${transferId} and t.created_at <= m.last_locked_at`);
  return row !== undefined;
}

/** Undecided held sends of a coin that were created before their owner froze the account. */
export async function stoppedSends(db: Queryable, coin: Coin, most: number): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select t.id from coin_approvals a
    join coin_transfers t on t.id = a.transfer_id
    join coin_wallets w on w.id = t.wallet_id
    join members m on m.id = w.owner
    where a.coin = ${coin} and a.decision is null and t.created_at <= m.last_locked_at
    order by t.created_at, t.id limit ${most}`);
  return rows.map(({ id }) => id);
}

/**
 * Refuses, in the signer's place, unsigned signing requests created before their owner froze the account. The signer
 * locks a request while it signs, and signed bytes are read only from that row, so no refused send can leave.
 */
export function refuseStopped(db: Queryable, coin: Coin): Promise<number> {
  return db.run(sql`
    update coin_wishes q set refusal = 'the owner froze the account', answered_at = app_now()
    from coin_transfers t
    join coin_wallets w on w.id = t.wallet_id
    join members m on m.id = w.owner
    where q.coin = ${coin} and q.answered_at is null and t.id = q.transfer_id and t.state = 'created'
      and t.created_at <= m.last_locked_at
      -- Books that were put back may not know yet what left.
      and not exists (select 1 from coin_outputs o where o.reserved_by = t.id and o.spent_txid is not null)`);
}

/** Undecided held sends of a coin whose time has come, the longest due first, except those of frozen accounts. */
export async function dueSends(db: Queryable, coin: Coin, most: number): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select a.transfer_id as id from coin_approvals a
    join coin_transfers t on t.id = a.transfer_id
    join coin_wallets w on w.id = t.wallet_id
    join members m on m.id = w.owner
    where a.coin = ${coin} and a.decision is null and a.goes_at <= app_now()
      and m.frozen_at is null and not is_locked(m)
    order by a.goes_at, a.transfer_id limit ${most}`);
  return rows.map(({ id }) => id);
}

export type OwnedSend = CoinTransfer & {
  readonly owner: string;
  /** Null for the house. */
  readonly email: string | null;
};

/** Sends, the newest first; with `pending` only held ones, the oldest first. */
export function listSends(db: Queryable, pending: boolean, most: number) {
  return db.rows(sql<OwnedSend>`
    select t.*, w.owner, m.email from coin_transfer_rows t
    join coin_wallets w on w.id = t."walletId"
    left join members m on m.id = w.owner
    where t.type = 'send' and (not ${pending}::boolean or t.state = 'pendingApproval')
    order by case when ${pending}::boolean then t."createdAt" end, t."createdAt" desc, t.id
    limit ${most}`);
}

/** Held sends as a queue. */
export const heldSends = (db: Queryable): Promise<Waiting> =>
  waitingIn(
    db,
    'select created_at as at from coin_approvals where decision is null order by created_at',
  );

/** The largest send of a member to an address that was broadcast and created more than a day ago, in smallest units. */
export async function largestBefore(
  tx: Tx,
  of: { readonly owner: string; readonly coin: Coin; readonly address: string },
): Promise<bigint> {
  const { largest } = await tx.one(sql<{ largest: bigint }>`
    select coalesce(max(t.value), 0)::bigint as largest
    from coin_wallets w join coin_transfers t on t.wallet_id = w.id
    where w.owner = ${of.owner} and w.coin = ${of.coin} and t.type = 'send'
      and t.address = ${of.address} and t.state in ('unconfirmed', 'confirmed')
      and t.created_at <= app_now() - interval '1 day'`);
  return largest;
}

/** One day from now, in whole milliseconds. */
export async function inADay(db: Queryable): Promise<Date> {
  const { at } = await db.one(sql<{ at: Date }>`
    select date_trunc('milliseconds', app_now()) + interval '1 day' as at`);
  return at;
}
