import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql } from '../../../platform/db/db.ts';

/** Coins in `house:unmatched`: they came to the house and pay nothing. */
export interface UnmatchedCoins {
  readonly id: string;
  readonly coin: Coin;
  /** Smallest units. */
  readonly units: bigint;
  readonly address: string;
  /** Null for what was counted with an order. */
  readonly txid: string | null;
  /** The order whose address they came to. */
  readonly memberId: string | null;
  readonly orderId: string | null;
  readonly at: Date;
}

/** Coins that pay nothing, the oldest first: outputs not counted with an order, and what orders still owe. */
export function unmatchedCoins(
  db: Queryable,
  { id, after, limit }: { id?: string; after?: string | undefined; limit: number },
) {
  return db.rows(sql<UnmatchedCoins>`
    with came as (
      select o.coin || ':' || o.txid || ':' || o.vout as id, o.coin, o.value as units, a.address, o.txid,
        q.member_id as "memberId", q.order_id as "orderId", o.created_at as at
      from coin_wallets w
      join coin_outputs o on o.wallet_id = w.id and o.spent_txid is null and not o.gone
      join coin_addresses a on a.coin = o.coin and a.script = o.script
      left join coin_quotes q on q.coin = o.coin and q.script = o.script
      where w.owner = 'house' and o.booked and o.made_by is null and not o.matched and not a.refill
      union all
      select q.coin || ':' || q.order_id, q.coin,
        q.received - q.credited - case when q.paid then q.amount - q.given_up else 0 end,
        q.address, null, q.member_id, q.order_id, q.created_at
      from coin_quotes q
      where q.received > q.credited + case when q.paid then q.amount - q.given_up else 0 end)
    select * from came
    where (${id ?? null}::text is null or id = ${id ?? null}::text)
      and (${after ?? null}::text is null or (at, id) >
        (select at, id from came c where c.id = ${after ?? null}::text))
    order by at, id limit ${limit}`);
}
