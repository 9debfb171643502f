/** An operator holds a coin: no new send of it is taken and none is signed; what comes is followed as ever. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { nameOf } from '../wallets/wallets.ts';

/** Holds a coin. What the signer has begun it ends before; the first reason stays. */
export async function holdCoin(tx: Tx, coin: Coin, reason: string): Promise<void> {
  await tx.run(sql`
    update coin_holds set held_at = app_now(), reason = ${reason}
    where coin = ${coin} and held_at is null`);
}

/** Lets a coin go on; false when nobody held it. */
export async function resumeCoin(tx: Tx, coin: Coin): Promise<boolean> {
  const resumed = await tx.run(sql`
    update coin_holds set held_at = null, reason = null
    where coin = ${coin} and held_at is not null`);
  return resumed > 0;
}

/** How many coins are held. */
export async function coinsHeld(db: Queryable): Promise<number> {
  const { held } = await db.one(sql<{ held: number }>`
    select count(*)::int as held from coin_holds where held_at is not null`);
  return held;
}

/** Refuses `coins.held`. */
export async function requireNotHeld(db: Queryable, coin: Coin): Promise<void> {
  const held = await db.first(sql<{ held: boolean }>`
    select true as held from coin_holds where coin = ${coin} and held_at is not null`);
  if (held) throw new Refusal('coins.held', { coin: nameOf[coin] });
}
