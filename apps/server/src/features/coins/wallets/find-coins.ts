/** What a transaction or an address on a chain is about, as staff asks. */
import { type Coin, coins } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql } from '../../../platform/db/db.ts';

export interface OnChain {
  readonly coin: Coin;
  /** The wallet's owner, or the buyer whose order is paid at the address. */
  readonly owner: string;
  readonly orderId: string | null;
  readonly what: 'transaction' | 'address';
}

/** Wallets and orders of a transaction's id or an address; those of the house are left out. */
export function onChain(db: Queryable, searched: string, limit: number): Promise<OnChain[]> {
  return db.rows(sql<OnChain>`
    with transfer as (
      (select coin, wallet_id, order_id, 'transaction' as what from coin_transfers
        where txid = ${searched} and type = 'receive' limit ${limit})
      union all (select coin, wallet_id, order_id, 'transaction' from coin_transfers
        where txid = ${searched} and type = 'send' and state <> 'rejected' limit ${limit})
      union all (select coin, wallet_id, order_id, 'address' from coin_transfers
        where address = ${searched} limit ${limit})),
    place as (
      select coin, script, wallet_id, 'transaction' as what from coin_outputs
        where coin = any(${coins}::text[]) and txid = ${searched}
      union all select coin, script, wallet_id, 'address' from coin_addresses
        where coin = any(${coins}::text[]) and address = ${searched})
    select distinct * from (
      select t.coin, w.owner, t.order_id as "orderId", t.what
      from transfer t join coin_wallets w on w.id = t.wallet_id where w.owner <> 'house'
      union all select p.coin, q.member_id, q.order_id, p.what
      from place p join coin_quotes q on q.coin = p.coin and q.script = p.script
      union all select p.coin, w.owner, null, p.what
      from place p join coin_wallets w on w.id = p.wallet_id where w.owner <> 'house') hit
    limit ${limit}`);
}
