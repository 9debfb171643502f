import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

/** Stores a signing request and notifies the signer on commit. */
export async function insertWish(
  tx: Tx,
  { coin, transferId, text, tag }: { coin: Coin; transferId: string; text: string; tag: Buffer },
): Promise<void> {
  await Promise.all([
    tx.run(sql`
      insert into coin_wishes (coin, transfer_id, wish, tag)
      values (${coin}, ${transferId}, ${text}, ${tag})`),
    tx.run(sql`select pg_notify('coin_wishes', '')`),
  ]);
}

/** A send that the signer has signed or refused. */
export interface Answered {
  readonly transferId: string;
  readonly state: 'created' | 'signed';
  readonly raw: string | null;
  readonly refusal: string | null;
  /** The send was to speed up another that is in a block by now, and is not broadcast yet. */
  readonly needless: boolean;
}

/** Sends to broadcast or reject now, by the time they are due. */
export function answeredWishes(db: Queryable, coin: Coin, most: number) {
  return db.rows(sql<Answered>`
    select t.id as "transferId", t.state, w.raw, w.refusal,
      t.state = 'created' and p.height is not null as needless
    from coin_transfers t join coin_wishes w on w.transfer_id = t.id
    left join coin_transfers p on p.id = t.bumps
    where t.coin = ${coin} and t.state in ('created', 'signed') and w.answered_at is not null
      and t.next_try_at <= app_now()
    order by t.next_try_at, w.number limit ${most}`);
}
