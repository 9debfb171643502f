import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../platform/db/db.ts';

export interface StoredWish {
  readonly number: bigint;
  readonly coin: Coin;
  readonly transferId: string;
  readonly wish: string;
  readonly tag: Buffer;
  /** The wallet that the database says it leaves, with the shop's tag. */
  readonly walletId: string;
  readonly owner: string;
  readonly account: number;
  readonly walletTag: Buffer;
}

/** Whether this session is the signer's: of all sessions of the database one has the lock, until it ends. */
export async function claimSigning(tx: Tx): Promise<boolean> {
  const { isMine } = await tx.one(sql<{ isMine: boolean }>`
    select pg_try_advisory_lock(hashtextextended('giftlane signer', 0)) as "isMine"`);
  return isMine;
}

/** The public key of each coin's first account. */
export function firstAccounts(db: Queryable) {
  return db.rows(sql<{ coin: Coin; xpub: string }>`
    select coin, xpub from coin_accounts where number = 0`);
}

/** The coins that no operator holds; nobody holds them before the transaction ends. */
export async function lockFreeCoins(tx: Tx): Promise<readonly Coin[]> {
  const rows = await tx.rows(sql<{ coin: Coin }>`
    select coin from coin_holds where held_at is null order by coin for share`);
  return rows.map(({ coin }) => coin);
}

/** Open wishes of these coins beyond a number, the oldest first, locked; those another signer works at are left to it. */
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

/** Keeps the answer to a wish. */
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

/** How many accounts of a coin are there for new wallets of members, and the number of the next. */
export function accountStock(db: Queryable, coin: Coin) {
  return db.one(sql<{ free: number; next: number }>`
    select (select count(*) from coin_accounts where coin = ${coin} and not kept_back
        and number > (select greatest(max(account), 0) from coin_wallets where coin = ${coin}))::int as free,
      coalesce((select max(number) + 1 from coin_accounts where coin = ${coin}), 0)::int as next`);
}

/** Stores public keys of accounts; those that are there stay. */
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
