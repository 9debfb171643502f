import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql } from '../../../platform/db/db.ts';
import type { CoinTransfer } from '../sends/transfer-queries.ts';

/** A held send. */
export interface WaitingSend
  extends Pick<
    CoinTransfer,
    | 'id'
    | 'coin'
    | 'value'
    | 'fee'
    | 'address'
    | 'comment'
    | 'txid'
    | 'state'
    | 'goesAt'
    | 'decision'
  > {
  /** A member's id, or `house`. */
  readonly owner: string;
  readonly waitsSince: Date;
  readonly decidedBy: string | null;
  /** How many persons have approved it. */
  readonly consents: number;
  /** A sweep to the cold account. */
  readonly cold: boolean;
}

/** Held sends, the oldest first; with `id` one, decided or not. */
export function waitingSends(
  db: Queryable,
  { id, after, limit }: { id?: string; after?: string | undefined; limit: number },
) {
  return db.rows(sql<WaitingSend>`
    select t.id, t.coin, t.value, t.fee, t.address, t.comment, t.txid, t.state, a.goes_at as "goesAt",
      a.decision, a.decided_by as "decidedBy", w.owner, a.created_at as "waitsSince",
      (select count(*)::int from coin_consents c where c.transfer_id = t.id) as consents,
      exists (select 1 from coin_sweeps s where s.transfer_id = t.id) as cold
    from coin_approvals a
    join coin_transfers t on t.id = a.transfer_id
    join coin_wallets w on w.id = t.wallet_id
    where case when ${id ?? null}::text is null then a.decision is null else a.transfer_id = ${id ?? null}::text end
      and (${after ?? null}::text is null or (a.created_at, a.transfer_id) >
        (select created_at, transfer_id from coin_approvals where transfer_id = ${after ?? null}::text))
    order by a.created_at, a.transfer_id limit ${limit}`);
}

const mostSlow = 20;

/** Unconfirmed sends of the house that can be sped up. */
export function slowHouseSends(db: Queryable) {
  return db.rows(sql<Pick<CoinTransfer, 'id' | 'coin' | 'value'>>`
    select t.id, t.coin, t.value from coin_wallets w
    join coin_transfers m on m.wallet_id = w.id and m.coin = w.coin and m.state = 'unconfirmed'
    join coin_transfer_rows t on t.id = m.id
    where w.owner = 'house' and t."canBump" order by t."createdAt" limit ${mostSlow}`);
}

/** Why coins are held. */
export async function holdReasons(db: Queryable): Promise<ReadonlyMap<Coin, string>> {
  const rows = await db.rows(sql<{ coin: Coin; reason: string }>`
    select coin, reason from coin_holds where held_at is not null`);
  return new Map(rows.map(({ coin, reason }) => [coin, reason]));
}
