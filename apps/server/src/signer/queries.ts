import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../platform/db/db.ts';

export interface StoredWish {
  readonly number: bigint;
  readonly coin: Coin;
  readonly transferId: string;
  readonly wish: string;
  readonly tag: Buffer;
  /** The wallet of the transfer according to the database; `walletTag` is the shop's. */
  readonly walletId: string;
  readonly owner: string;
  readonly account: number;
  readonly walletTag: Buffer;
}

/** Takes the signer's session-level advisory lock; true when this session holds it. */
export async function claimSigning(tx: Tx): Promise<boolean> {
  const { isMine } = await tx.one(sql<{ isMine: boolean }>`
    select pg_try_advisory_lock(hashtextextended('giftlane signer', 0)) as "isMine"`);
  return isMine;
}

/** The public key of each coin's account 0. */
export function firstAccounts(db: Queryable) {
  return db.rows(sql<{ coin: Coin; xpub: string }>`
    select coin, xpub from coin_accounts where number = 0`);
}

/** The coins not held by an operator; they cannot be held before the transaction ends. */
export async function lockFreeCoins(tx: Tx): Promise<readonly Coin[]> {
  const rows = await tx.rows(sql<{ coin: Coin }>`
    select coin from coin_holds where held_at is null order by coin for share`);
  return rows.map(({ coin }) => coin);
}

/**
 * Unanswered wishes of these coins with numbers above `after`, the oldest first, with row locks; locked ones are
 * skipped.
 */
export function openWishes(
  tx: Tx,
  of: readonly Coin[],
  { after, most }: { after: bigint; most: number },
) {
  return tx.rows(sql<StoredWish>`
    select q.number, q.coin, q.transfer_id as "transferId", q.wish, q.tag, w.id as "walletId",
      w.owner, w.account, w.tag as "walletTag"
    from coin_wishes q
    join coin_transfers t on t.id = q.transfer_id
    join coin_wallets w on w.id = t.wallet_id
    where q.answered_at is null and t.state = 'created' and q.number > ${after} and q.coin = any(${of}::text[])
    order by q.number limit ${most} for update of q skip locked`);
}

/** Stores the answer to a wish. */
export async function answerWish(
  tx: Tx,
  number: bigint,
  answer: { readonly raw: string } | { readonly refusal: string },
): Promise<void> {
  const { raw = null, refusal = null } = { ...answer } as { raw?: string; refusal?: string };
  await tx.run(sql`
    update coin_wishes set raw = ${raw}, refusal = ${refusal}, answered_at = app_now()
    where number = ${number}`);
}

/** The number of unused accounts of a coin, and the next account number. */
export function accountStock(db: Queryable, coin: Coin) {
  return db.one(sql<{ free: number; next: number }>`
    select (select count(*) from coin_accounts where coin = ${coin} and not kept_back
        and number > (select greatest(max(account), 0) from coin_wallets where coin = ${coin}))::int as free,
      coalesce((select max(number) + 1 from coin_accounts where coin = ${coin}), 0)::int as next`);
}

/** Stores public keys of accounts; existing ones are left unchanged. */
export async function storeAccounts(
  db: Queryable,
  coin: Coin,
  accounts: readonly { readonly number: number; readonly xpub: string; readonly tag: Buffer }[],
): Promise<void> {
  await db.run(sql`
    insert into coin_accounts (coin, number, xpub, tag)
    select ${coin}, * from unnest(${accounts.map(({ number }) => number)}::int[],
      ${accounts.map(({ xpub }) => xpub)}::text[], ${accounts.map(({ tag }) => tag)}::bytea[])
    on conflict do nothing`);
}
