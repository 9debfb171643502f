import type { Coin, CoinState } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

export interface CoinTransfer {
  readonly id: string;
  readonly coin: Coin;
  readonly walletId: string;
  readonly type: 'send' | 'receive';
  readonly txid: string;
  readonly address: string;
  /** Smallest units. */
  readonly value: bigint;
  readonly fee: bigint;
  readonly comment: string;
  readonly orderId: string | null;
  /** The sell order that a house send pays. */
  readonly saleId: string | null;
  readonly requestKey: string | null;
  readonly state: Exclude<CoinState, 'commented'>;
  readonly height: bigint | null;
  readonly inBlockAt: Date | null;
  readonly createdAt: Date;
  /** When a held send is released without approval; null when an operator must decide, or it was never held. */
  readonly goesAt: Date | null;
  /** The decision on a held send. */
  readonly decision: 'approved' | 'rejected' | 'cancelled' | 'released' | null;
  /** The reason of a rejection. */
  readonly reason: string | null;
  /** The send that this one speeds up. */
  readonly bumps: string | null;
  /**
   * The send is unconfirmed and its change can speed it up. False from the 20th in a chain of unconfirmed sends: nodes
   * relay 25, and a recipient may extend the chain.
   */
  readonly canBump: boolean;
}

/** A send to be stored. */
export type NewSend = Omit<
  CoinTransfer,
  'type' | 'height' | 'inBlockAt' | 'createdAt' | 'goesAt' | 'decision' | 'reason' | 'canBump'
> & { readonly depth: number };

/** Stores a send. Violates `coin_transfers_request_once` or `coin_transfers_order_once` when there is one already. */
export async function insertSend(tx: Tx, send: NewSend): Promise<void> {
  await tx.run(sql`
    insert into coin_transfers (id, coin, wallet_id, type, txid, address, value, fee, comment, order_id,
      sale_id, bumps, request_key, depth, state)
    values (${send.id}, ${send.coin}, ${send.walletId}, 'send', ${send.txid}, ${send.address},
      ${send.value}, ${send.fee}, ${send.comment}, ${send.orderId}, ${send.saleId}, ${send.bumps},
      ${send.requestKey}, ${send.depth}, ${send.state})`);
}

/** A wallet's send by the client's idempotency key. */
export function sendByRequest(db: Queryable, walletId: string, requestKey: string) {
  return db.first(sql<CoinTransfer>`
    select * from coin_transfer_rows where "walletId" = ${walletId} and "requestKey" = ${requestKey}`);
}

/** A wallet's send that pays an order and has not failed. */
export function sendByOrder(db: Queryable, walletId: string, orderId: string) {
  return db.first(sql<CoinTransfer>`
    select * from coin_transfer_rows where "walletId" = ${walletId} and "orderId" = ${orderId}
      and state not in ('failed', 'rejected')`);
}

/** The send that pays a member's order and has not failed. */
export function liveSendOf(db: Queryable, { memberId, id }: { memberId: string; id: string }) {
  return db.first(sql<CoinTransfer>`
    select t.* from coin_quotes q join coin_transfer_rows t on t.id = q.transfer_id
    where q.member_id = ${memberId} and q.order_id = ${id} and t.state not in ('failed', 'rejected')`);
}

/** The house sends that pay these sell orders: at most one each, in any state. */
export function sendsOfSales(db: Queryable, saleIds: readonly string[]) {
  return db.rows(sql<CoinTransfer & { saleId: string }>`
    select * from coin_transfer_rows where "saleId" = any(${saleIds}::text[])`);
}

/** A transfer by its id. */
export function transferById(db: Queryable, id: string) {
  return db.first(sql<CoinTransfer>`select * from coin_transfer_rows where id = ${id}`);
}

/** A page of a wallet's transfers, the newest first. */
export function listTransfers(
  db: Queryable,
  walletId: string,
  { page, limit }: { page: number; limit: number },
) {
  return db.rows(sql<CoinTransfer>`
    select * from coin_transfer_rows where "walletId" = ${walletId}
    order by "createdAt" desc, id desc limit ${limit} offset ${(page - 1) * limit}`);
}

/** The number of a wallet's transfers. */
export async function countTransfers(db: Queryable, walletId: string): Promise<number> {
  const { total } = await db.one(sql<{ total: number }>`
    select count(*)::int as total from coin_transfers where wallet_id = ${walletId}`);
  return total;
}

/**
 * True when a member has unconfirmed coin transfers, unpaid coin payouts of sold cards, or orders with coins not
 * settled yet.
 */
export async function hasCoinsUnderWay(db: Queryable, owner: string): Promise<boolean> {
  const row = await db.first(sql<{ is: boolean }>`
    select true as is from coin_wallets w join coin_transfers t on t.wallet_id = w.id
    where w.owner = ${owner} and t.state in ('created', 'pendingApproval', 'signed', 'unconfirmed')
    union all
    select true from sell_orders o join coin_transfers t on t.sale_id = o.id
    where o.member_id = ${owner} and o.into_wallet_at is null and t.state <> 'confirmed'
    union all
    select true from coin_quotes q
    where q.member_id = ${owner} and (
      q.received > q.credited + case when q.paid then q.amount - q.given_up else 0 end
        -- What a fork took is on its way as long as it can come again.
        + (select coalesce(sum(o.lost), 0) from coin_outputs o where o.coin = q.coin and o.script = q.script
          and o.made_by is null and o.matched and not o.booked and not o.taken and o.dead_height is not null)
      or exists (select 1 from coin_outputs o where o.coin = q.coin and o.script = q.script
        and o.made_by is null and not o.gone and not o.matched))
    limit 1`);
  return row !== undefined;
}

/** State changes of transfers, the oldest first of each. */
export function eventsOf(db: Queryable, ids: readonly string[]) {
  return db.rows(sql<{ transferId: string; action: CoinState; createdAt: Date }>`
    select transfer_id as "transferId", action, created_at as "createdAt" from coin_transfer_events
    where transfer_id = any(${ids}::text[]) order by transfer_id, nth`);
}

/**
 * Units a member has sent within 24 hours by coin, without fees and payments of orders; coins without sends are absent.
 * Unsigned sends count, and signed ones for 24 hours from signing: otherwise a held send could leave together with
 * another day's full limit.
 */
export function coinsSentInADay(db: Queryable, owner: string) {
  return db.rows(sql<{ coin: Coin; units: bigint }>`
    select t.coin, sum(t.value)::bigint as units
    from coin_wallets w join coin_transfers t on t.wallet_id = w.id
    left join coin_wishes s on s.transfer_id = t.id
    where w.owner = ${owner} and t.type = 'send' and t.order_id is null
      and t.state not in ('failed', 'rejected')
      and (t.state in ('pendingApproval', 'created')
        or coalesce(s.answered_at, t.created_at) > app_now() - interval '1 day')
    group by t.coin`);
}
