/** Holds: while an operator holds a coin, no send of it is created or signed; deposits are still booked. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { nameOf } from '../wallets/wallets.ts';

/** Holds a coin, after waiting for the signer's current transaction; an earlier hold's reason is not replaced. */
export async function holdCoin(tx: Tx, coin: Coin, reason: string): Promise<void> {
  await tx.run(sql`
    update coin_holds set held_at = app_now(), reason = ${reason}
    where coin = ${coin} and held_at is null`);
}

/** Ends the hold of a coin; false when it was not held. */
export async function resumeCoin(tx: Tx, coin: Coin): Promise<boolean> {
  const resumed = await tx.run(sql`
    update coin_holds set held_at = null, reason = null
    where coin = ${coin} and held_at is not null`);
  return resumed > 0;
}

/** The number of held coins. */
export async function coinsHeld(db: Queryable): Promise<number> {
  const { held } = await db.one(sql<{ held: number }>`
    select count(*)::int as held from coin_holds where held_at is not null`);
  return held;
}

/** Refuses `coins.held` while a coin is held. */
export async function requireNotHeld(db: Queryable, coin: Coin): Promise<void> {
  const held = await db.first(sql<{ held: boolean }>`
    select true as held from coin_holds where coin = ${coin} and held_at is not null`);
  if (held) throw new Refusal('coins.held', { coin: nameOf[coin] });
}
