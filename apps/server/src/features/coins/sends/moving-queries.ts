/** Sends on their way. */
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

/** A send, which nobody else moves before the transaction ends. */
export function lockSend(tx: Tx, id: string) {
  return tx.first(sql<Moving>`
    select t.id, t.coin, w.owner, t.value, t.fee, t.order_id is not null as "toHouse", t.settled,
      exists (select 1 from coin_sweeps s where s.transfer_id = t.id) as cold,
      t.state, t.order_id as "orderId", t.sale_id as "saleId", t.txid
    from coin_transfers t join coin_wallets w on w.id = t.wallet_id
    where t.id = ${id} and t.type = 'send' for update of t`);
}

/** Whether an order was paid by a send: it was handed out, waits for codes, or was given back since. */
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

/** Moves a transfer to a state. */
export async function setTransferState(
  tx: Tx,
  id: string,
  state: CoinTransfer['state'],
): Promise<void> {
  await tx.run(sql`update coin_transfers set state = ${state} where id = ${id}`);
}

/** Nodes do not take a send: it is tried again after a second, two, four, at last every ten minutes. */
export async function tryLater(db: Queryable, id: string): Promise<void> {
  await db.run(sql`
    update coin_transfers set tries = tries + 1,
      next_try_at = app_now() + least(power(2, least(tries, 10)), 600) * interval '1 second'
    where id = ${id}`);
}

/** What a send had set aside is free, and what it would have made will not be. */
export async function release(tx: Tx, id: string): Promise<void> {
  await Promise.all([
    tx.run(sql`update coin_outputs set reserved_by = null where reserved_by = ${id}`),
    tx.run(sql`update coin_outputs set gone = true where made_by = ${id}`),
  ]);
}

/**
 * Whether an output that a send set aside will never be its to spend: another transaction spent it, so deep that it stays
 * so, what was to make it came to nothing, or a fork took it back and it can not come again unless more blocks are given up
 * than the shop follows. One that could still come is waited for: what was signed would be good again.
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

/** Whether a block has a send that was not handed in: the books are older than the chain. */
export async function isMined(db: Queryable, id: string): Promise<boolean> {
  const row = await db.first(sql<{ mined: boolean }>`
    select true as mined from coin_outputs o join coin_transfers t on t.id = o.reserved_by
    where t.id = ${id} and o.spent_txid = t.txid limit 1`);
  return row !== undefined;
}

/** Notes the block that has such a send. */
export async function noteMinedBefore(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update coin_transfers t set height = o.spent_height, in_block_at = app_now() from coin_outputs o
    where t.id = ${id} and t.height is null and o.reserved_by = t.id and o.spent_txid = t.txid`);
}

/** The sends that spend what a send makes and have not come to nothing. */
export async function standingOn(db: Queryable, id: string): Promise<readonly string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select distinct t.id from coin_outputs o join coin_transfers t on t.id = o.reserved_by
    where o.made_by = ${id} and t.state not in ('failed', 'rejected') order by t.id`);
  return rows.map(({ id: above }) => above);
}
