import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import { isSame, quoteTag, type TaggedQuote } from '../../../utxo/tags.ts';
import type { CoinParts } from '../parts.ts';

/** The coin amount, rate and address of an order. */
export interface Quote extends TaggedQuote {
  readonly tag: Buffer;
  /** The price of one coin in the order's currency, as decimal text. */
  readonly rate: string;
  readonly lockedUntil: Date;
  readonly transferId: string | null;
  /** True while the rate is locked. */
  readonly payable: boolean;
  /** True when unconfirmed payments no longer reserve codes for the order (`coin_hold_minutes` have passed). */
  readonly holdOver: boolean;
  /** Milliseconds since the rate lock ended; 0 before. */
  readonly sinceLockMs: number;
}

/** Stores an order's quote with its tag; the rate is locked for `lockMs` from now. */
export async function insertQuote(
  tx: Tx,
  { wishKey }: Pick<CoinParts, 'wishKey'>,
  quote: TaggedQuote & {
    readonly rate: string;
    readonly script: string;
    readonly lockMs: number;
  },
): Promise<void> {
  await tx.run(sql`
    insert into coin_quotes (member_id, order_id, coin, script, address, amount, rate, locked_until, tag)
    values (${quote.memberId}, ${quote.orderId}, ${quote.coin}, ${quote.script}, ${quote.address},
      ${quote.amount}, ${quote.rate}::numeric,
      app_now() + ${quote.lockMs}::float8 * interval '1 ms',
      ${quoteTag(wishKey, quote)})`);
}

/** Returns the quote; throws when its tag does not match, so address, amount or order were altered in the database. */
export function asLocked({ wishKey }: Pick<CoinParts, 'wishKey'>, quote: Quote): Quote {
  if (isSame(quote.tag, quoteTag(wishKey, quote))) return quote;
  throw new Error(
    `the ${quote.coin} quote of order ${quote.orderId} is not as the shop has locked it`,
  );
}

/** A member's quote, by order or by the script of its address. */
export function findQuote(
  db: Queryable,
  memberId: string,
  by: { readonly orderId: string } | { readonly coin: Coin; readonly script: string },
): Promise<Quote | undefined> {
  const [orderId, coin, script] = 'orderId' in by ? [by.orderId] : [null, by.coin, by.script];
  return db.first(sql<Quote>`
    select member_id as "memberId", order_id as "orderId", coin, address, amount, tag, rate::text as rate,
      locked_until as "lockedUntil", transfer_id as "transferId", locked_until > app_now() as payable,
      created_at <= app_now() - (select value::float8 from site_options
        where name = 'coin_hold_minutes') * interval '1 minute' as "holdOver",
      greatest(0, extract(epoch from app_now() - locked_until) * 1000)::float8 as "sinceLockMs"
    from coin_quotes where member_id = ${memberId}
      and (order_id = ${orderId} or coin = ${coin ?? null} and script = ${script ?? null})`);
}

/** Stores which send pays an order. */
export async function claimQuote(
  tx: Tx,
  { memberId, orderId }: Pick<Quote, 'memberId' | 'orderId'>,
  transferId: string,
): Promise<void> {
  await tx.run(sql`
    update coin_quotes set transfer_id = ${transferId}
    where member_id = ${memberId} and order_id = ${orderId}`);
}
