/** Sends of the house to its cold accounts. */
import type { Coin } from '@giftlane/contract/coins.ts';
import { type Queryable, sql, type Tx } from '../../platform/db.ts';

/** Where in a cold account an address is. */
export interface ColdPlace {
  readonly xpub: string;
  /** Of its receiving branch. */
  readonly index: number;
}

/** Whether a sweep of a coin waits to be let go. */
export async function isSweeping(db: Queryable, coin: Coin): Promise<boolean> {
  const row = await db.first(sql<{ is: boolean }>`
    select true as is from coin_sweeps s join coin_transfers t on t.id = s.transfer_id
    where t.coin = ${coin} and t.state = 'pendingApproval'`);
  return row !== undefined;
}

/**
 * The next address of a cold account that nothing can come to: that of a sweep which was never signed is taken again, so
 * that whoever watches the account finds no long gaps. The house's wallet is locked.
 */
export async function nextColdIndex(tx: Tx, coin: Coin, xpub: string): Promise<number> {
  const { index } = await tx.one(sql<{ index: number }>`
    select coalesce(max(s.index) + 1, 0)::int as index
    from coin_sweeps s join coin_transfers t on t.id = s.transfer_id
    where t.coin = ${coin} and s.xpub = ${xpub} and t.state <> 'rejected'`);
  return index;
}

/** Notes which send goes to a cold account. */
export async function insertSweep(
  tx: Tx,
  transferId: string,
  { xpub, index }: ColdPlace,
): Promise<void> {
  await tx.run(sql`
    insert into coin_sweeps (transfer_id, xpub, index) values (${transferId}, ${xpub}, ${index})`);
}
