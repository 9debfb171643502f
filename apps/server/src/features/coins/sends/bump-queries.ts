/** Sends that speed up others (child pays for parent). */
import { type Queryable, sql } from '../../../platform/db/db.ts';
import type { OwnOutput } from '../chain/output-queries.ts';

/** The unspent change output of a send that can be sped up. */
export function changeOf(db: Queryable, id: string) {
  return db.first(sql<OwnOutput>`
    select o.txid, o.vout, o.value, o.script, a.branch, a.index, t.depth
    from coin_transfer_rows r
    join coin_transfers t on t.id = r.id
    join coin_outputs o on o.made_by = t.id and o.wallet_id = t.wallet_id
    join coin_addresses a on a.coin = o.coin and a.script = o.script
    where r.id = ${id} and r."canBump" and o.reserved_by is null and o.spent_txid is null and not o.gone`);
}

/** Fees and signing requests of a send, its unconfirmed ancestors of ours, and the sends that speed up any of these. */
export function waitingWith(db: Queryable, id: string) {
  return db.rows(sql<{ fee: bigint; wish: string }>`
    with recursive waiting as (
      select t.id, t.fee from coin_transfers t where t.id = ${id}
      union
      select m.id, m.fee from waiting
      join coin_outputs o on o.reserved_by = waiting.id
      join coin_transfers m on m.id = o.made_by
      where m.height is null and m.state in ('signed', 'unconfirmed')),
    all_of_it as (
      select id, fee from waiting
      union
      select b.id, b.fee from waiting join coin_transfers b on b.bumps = waiting.id
      where b.height is null and b.state not in ('failed', 'rejected'))
    select a.fee, w.wish from all_of_it a join coin_wishes w on w.transfer_id = a.id`);
}

/** The send that speeds up a send and has not failed. */
export async function bumpOf(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select id from coin_transfers where bumps = ${id} and state not in ('failed', 'rejected')`);
  return row?.id;
}
