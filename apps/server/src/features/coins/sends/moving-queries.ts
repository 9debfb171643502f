/** Sends from creation to confirmation. */
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import { mostUndone } from '../chain/chain-queries.ts';
import type { BookedSend } from '../postings.ts';
import type { CoinTransfer } from './transfer-queries.ts';

export interface Moving extends BookedSend {
  readonly state: CoinTransfer['state'];
  readonly orderId: string | null;
  readonly saleId: string | null;
  readonly txid: string;
}

/** Locks a send until the transaction ends. */
export function lockSend(tx: Tx, id: string) {
  return tx.first(sql<Moving>`
    select t.id, t.coin, w.owner, t.value, t.fee, t.order_id is not null as "toHouse", t.settled,
      exists (select 1 from coin_sweeps s where s.transfer_id = t.id) as cold,
      t.state, t.order_id as "orderId", t.sale_id as "saleId", t.txid
    from coin_transfers t join coin_wallets w on w.id = t.wallet_id
    where t.id = ${id} and t.type = 'send' for update of t`);
}

/** True when the order of a send counts as paid: paid, accepted, delivered or refunded. */
export async function hasPaid(
  db: Queryable,
  { owner, orderId }: Pick<Moving, 'owner' | 'orderId'>,
): Promise<boolean> {
  if (orderId === null) return false;
  const order = await db.first(sql`
    select 1 from orders where member_id = ${owner} and id = ${orderId}
      and state in ('paid', 'accepted', 'delivered', 'refunded')`);
  return order !== undefined;
}

/** Sets the state of a transfer. */
export async function setTransferState(
  tx: Tx,
  id: string,
  state: CoinTransfer['state'],
): Promise<void> {
  await tx.run(sql`update coin_transfers set state = ${state} where id = ${id}`);
}

/** Schedules the next broadcast of a send that nodes refuse: after 1, 2, 4 seconds and so on, at most 10 minutes. */
export async function tryLater(db: Queryable, id: string): Promise<void> {
  await db.run(sql`
    update coin_transfers set tries = tries + 1,
      next_try_at = app_now() + least(power(2, least(tries, 10)), 600) * interval '1 second'
    where id = ${id}`);
}

/** Frees the outputs a send had reserved, and marks those it would have made as gone. */
export async function release(tx: Tx, id: string): Promise<void> {
  await Promise.all([
    tx.run(sql`update coin_outputs set reserved_by = null where reserved_by = ${id}`),
    tx.run(sql`update coin_outputs set gone = true where made_by = ${id}`),
  ]);
}

/**
 * True when a send can never confirm: an input was spent by another transaction with `needed` confirmations, the send
 * that makes the input failed, or a reorg invalidated it more than `mostUndone` blocks ago. An input that may still
 * appear is waited for: the signed bytes would be valid again.
 */
export async function isLost(db: Queryable, id: string, needed: number): Promise<boolean> {
  const row = await db.first(sql<{ lost: boolean }>`
    select true as lost from coin_outputs o
    join coin_transfers t on t.id = o.reserved_by
    join coin_chains c on c.coin = o.coin
    left join coin_transfers m on m.id = o.made_by
    where o.reserved_by = ${id} and (m.state in ('failed', 'rejected')
      or exists (select 1 from coin_transfers f where f.txid = o.txid and f.coin = o.coin
        and f.type = 'send' and f.state = 'failed')
      or o.spent_txid <> t.txid and o.spent_height <= c.height + 1 - ${needed}::int
      or o.dead_height <= c.height - ${mostUndone}::int) limit 1`);
  return row !== undefined;
}

/**
 * True when a block has a send: one of its inputs is spent by its txid. For an unsigned send the database is older than
 * the chain.
 */
export async function isMined(db: Queryable, id: string): Promise<boolean> {
  const row = await db.first(sql<{ mined: boolean }>`
    select true as mined from coin_outputs o join coin_transfers t on t.id = o.reserved_by
    where t.id = ${id} and o.spent_txid = t.txid limit 1`);
  return row !== undefined;
}

/** Stores the block of a send found by `isMined`. */
export async function noteMinedBefore(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update coin_transfers t set height = o.spent_height, in_block_at = app_now() from coin_outputs o
    where t.id = ${id} and t.height is null and o.reserved_by = t.id and o.spent_txid = t.txid`);
}

/** Sends that spend outputs of a send and have not failed. */
export async function dependentSends(db: Queryable, id: string): Promise<readonly string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select distinct t.id from coin_outputs o join coin_transfers t on t.id = o.reserved_by
    where o.made_by = ${id} and t.state not in ('failed', 'rejected') order by t.id`);
  return rows.map(({ id: above }) => above);
}
