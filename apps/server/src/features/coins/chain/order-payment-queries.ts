/** Payments to orders' addresses, except sends from the buyer's own wallet in this shop. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

type OfOrder = { readonly memberId: string; readonly orderId: string };

/** An output that pays an order's address. */
export interface Came {
  readonly txid: string;
  readonly vout: number;
  /** Smallest units. */
  readonly value: bigint;
  /** The output has enough confirmations and is in the ledger. */
  readonly booked: boolean;
  readonly height: bigint | null;
  /** The output was first seen while the order's rate was locked. */
  readonly inTime: boolean;
  /** The output may reserve codes: it is in a block, or its fee rate is high enough to be in one soon. */
  readonly holds: boolean;
}

/** The orders that have these addresses. */
export function ordersAt(db: Queryable, coin: Coin, addresses: readonly string[]) {
  return db.rows(sql<OfOrder>`
    select distinct member_id as "memberId", order_id as "orderId" from coin_quotes
    where coin = ${coin} and script in (
      select script from coin_addresses where coin = ${coin} and address = any(${addresses}::text[]))`);
}

/** A member's orders that received coins which neither paid them nor were bought from the buyer. */
export function ordersOwing(db: Queryable, memberId: string) {
  return db.rows(sql<OfOrder>`
    select member_id as "memberId", order_id as "orderId" from coin_quotes
    where member_id = ${memberId}
      and received > credited + case when paid then amount - given_up else 0 end`);
}

/** Outputs to an order's address, the oldest first: those not counted towards it yet, or with `counted` all. */
export function paymentsToOrder(
  db: Queryable,
  { memberId, orderId }: OfOrder,
  { counted = false }: { counted?: boolean } = {},
) {
  return db.rows(sql<Came>`
    select o.txid, o.vout, o.value, o.booked, o.height, o.created_at <= q.locked_until as "inTime",
      o.height is not null or coalesce(o.fee_enough, false) as holds
    from coin_quotes q join coin_outputs o on o.coin = q.coin and o.script = q.script
    where q.member_id = ${memberId} and q.order_id = ${orderId}
      and o.made_by is null and not o.gone and (${counted}::boolean or not o.matched)
    order by o.created_at, o.txid, o.vout`);
}

/** Unconfirmed payments of orders whose fee rate was not checked yet. */
export async function unweighed(db: Queryable, coin: Coin, limit: number): Promise<string[]> {
  const rows = await db.rows(sql<{ txid: string }>`
    select distinct o.txid from coin_outputs o
    join coin_quotes q on q.coin = o.coin and q.script = o.script
    where o.coin = ${coin} and o.height is null and not o.gone and o.made_by is null
      and o.fee_enough is null limit ${limit}`);
  return rows.map(({ txid }) => txid);
}

/** Stores whether unconfirmed payments have a sufficient fee rate; returns the addresses they pay. */
export async function noteFees(
  tx: Tx,
  coin: Coin,
  fees: readonly { txid: string; enough: boolean }[],
): Promise<string[]> {
  const rows = await tx.rows(sql<{ address: string }>`
    update coin_outputs o set fee_enough = f.enough
    from unnest(${fees.map(({ txid }) => txid)}::text[], ${fees.map(({ enough }) => enough)}::boolean[])
        as f (txid, enough), coin_addresses a
    where o.coin = ${coin} and o.txid = f.txid and a.coin = o.coin and a.script = o.script
    returning a.address`);
  return rows.map(({ address }) => address);
}

/** The sum of payments first seen while the rate was locked, in smallest units. */
export const inTimeOf = (came: readonly Came[]): bigint =>
  came.reduce((sum, { inTime, value }) => (inTime ? sum + value : sum), 0n);

/** Counts booked outputs towards their order; `paid` when they pay it. Throws when one was counted before. */
export async function countWith(
  tx: Tx,
  { memberId, orderId }: OfOrder,
  { coin, came, paid }: { coin: Coin; came: readonly Came[]; paid: boolean },
): Promise<void> {
  const matched = await tx.run(sql`
    update coin_outputs o set matched = true
    from unnest(${came.map(({ txid }) => txid)}::text[], ${came.map(({ vout }) => vout)}::int[])
      as c (txid, vout)
    where o.coin = ${coin} and o.txid = c.txid and o.vout = c.vout and o.booked and not o.matched`);
  if (matched !== came.length) throw new Error(`what came for ${orderId} was counted before`);
  const units = came.reduce((sum, { value }) => sum + value, 0n);
  await tx.run(sql`
    update coin_quotes set received = received + ${units}, paid = paid or ${paid}
    where member_id = ${memberId} and order_id = ${orderId}`);
}

/**
 * Locks an order's quote and returns what it received beyond its price and is owed to the buyer (`due`), and what was
 * credited to them before, in smallest units. Excludes outputs removed by a reorg until they confirm again.
 */
export function lockOwedToBuyer(tx: Tx, { memberId, orderId }: OfOrder) {
  return tx.first(sql<{ coin: Coin; due: bigint; credited: bigint }>`
    select q.coin, q.credited, q.received - q.credited - case when q.paid then q.amount - q.given_up else 0 end
      - (select coalesce(sum(o.lost), 0)::bigint from coin_outputs o
        where o.coin = q.coin and o.script = q.script and o.made_by is null
          and o.matched and not o.booked and not o.taken) as due
    from coin_quotes q where q.member_id = ${memberId} and q.order_id = ${orderId} for update`);
}

/**
 * True when the coins that paid an order are lost: removed by a reorg, or their send failed. An unconfirmed send is not
 * lost.
 */
export async function areCoinsGone(
  db: Queryable,
  { memberId, orderId }: OfOrder,
): Promise<boolean> {
  const { gone } = await db.one(
    sql<{ gone: boolean }>`select are_coins_gone(${memberId}, ${orderId}) as gone`,
  );
  return gone;
}

/**
 * True when the coins that paid an order are on the chain: their send is confirmed, or a reorg left enough of the
 * payments. Also true for an order that was not paid by coins.
 */
export async function areCoinsThere(db: Queryable, key: OfOrder): Promise<boolean> {
  const { waits } = await db.one(sql<{ waits: boolean }>`
    select exists (select 1 from coin_quotes q join coin_transfers t on t.id = q.transfer_id
      where q.member_id = ${key.memberId} and q.order_id = ${key.orderId} and not q.paid
        and t.state <> 'confirmed') as waits`);
  return !waits && !(await areCoinsGone(db, key));
}

/**
 * Writes off the share `shareMinor` of `ofMinor` of an order's lost coins. Returns how much of them came from outside
 * this shop, in smallest units: it no longer pays the order.
 */
export async function giveUpCoins(
  tx: Tx,
  { memberId, orderId }: OfOrder,
  { shareMinor, ofMinor }: { shareMinor: bigint; ofMinor: bigint },
): Promise<{ coin: Coin; units: bigint }> {
  return tx.one(sql<{ coin: Coin; units: bigint }>`
    with share as (
      select div(amount::numeric * ${shareMinor}::bigint, ${ofMinor}::bigint)::bigint as units from coin_quotes
      where member_id = ${memberId} and order_id = ${orderId} for update)
    update coin_quotes set given_up = given_up + share.units from share
    where member_id = ${memberId} and order_id = ${orderId}
    returning coin, case when paid then share.units else 0 end as units`);
}

/** Adds units to what was credited to the buyer. */
export async function noteCredited(
  tx: Tx,
  { memberId, orderId }: OfOrder,
  units: bigint,
): Promise<void> {
  await tx.run(sql`
    update coin_quotes set credited = credited + ${units}
    where member_id = ${memberId} and order_id = ${orderId}`);
}

/** The buyer whose order an output is counted towards. */
export async function buyerAt(
  db: Queryable,
  coin: Coin,
  { txid, vout }: Pick<Came, 'txid' | 'vout'>,
): Promise<string | undefined> {
  const row = await db.first(sql<{ memberId: string }>`
    select q.member_id as "memberId" from coin_outputs o
    join coin_quotes q on q.coin = o.coin and q.script = o.script
    where o.coin = ${coin} and o.txid = ${txid} and o.vout = ${vout} and o.matched`);
  return row?.memberId;
}
