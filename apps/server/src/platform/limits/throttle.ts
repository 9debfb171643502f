import { type Db, type Queryable, sql, type Tx } from '../db/db.ts';
import { deleteOld, sweepAll } from '../db/sweep.ts';
import { networkOf, wideNetworkOf } from '../http/network.ts';
import { Refusal } from '../http/refusal.ts';
import { sha256 } from '../secrets/secrets.ts';

/** Counts tries in PostgreSQL, shared by all processes. */
export interface Throttle {
  /**
   * Counts a try (or its weight) under `key`; beyond `limit` within `windowMs` refuses with `Retry-After`.
   */
  hit(key: string, limit: number, windowMs: number, weight?: number): Promise<void>;
  /** Refuses when `key` is used up, without counting. */
  check(key: string, limit: number, windowMs: number): Promise<void>;
  /** Forgets `key`, e.g. after a success. */
  clear(key: string): Promise<void>;
  /** The same in a transaction: a try counts if that commits; a refused one is rolled back and does not count. */
  within(tx: Tx): Throttle;
}

/** A key of what strangers type, which is not kept itself. */
export const throttleKey = (kind: string, ...parts: string[]): string =>
  `${kind}:${sha256(parts.join('\n')).toString('base64url')}`;

/** The wide network's limit is so many times that of a network. */
const wideFactor = 10;

/**
 * Counts a try by the network of its address, and by the wide network around that: one customer of IPv6 has
 * thousands of networks.
 */
export async function hitFrom(
  throttle: Throttle,
  {
    kind,
    address,
    limit,
    windowMs,
    weight = 1,
  }: Record<'kind' | 'address', string> &
    Record<'limit' | 'windowMs', number> & { readonly weight?: number },
): Promise<void> {
  const count = (key: string, most: number) => throttle.hit(key, most, windowMs, weight);
  await count(throttleKey(`${kind} address`, networkOf(address)), limit);
  await count(throttleKey(`${kind} network`, wideNetworkOf(address)), limit * wideFactor);
}

/** Whether a try was within its limit, for callers whose reply must not show it. */
export async function withinLimit(counting: Promise<void>): Promise<boolean> {
  try {
    await counting;
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

interface Window {
  hits: number;
  waitSeconds: number;
}

/** Makes a throttle; `factor` multiplies every limit and 0 switches all of them off. */
export function makeThrottle(db: Queryable, factor: number): Throttle {
  const refuse = ({ hits, waitSeconds }: Window, limit: number) => {
    if (hits > Math.ceil(limit * factor))
      throw new Refusal('request.throttled', { retryAfterSeconds: Math.max(1, waitSeconds) });
  };
  return {
    async hit(key, limit, windowMs, weight = 1) {
      if (factor === 0) return;
      const window = await db.one(sql<Window>`
        insert into throttle_windows as w (key, hits, started_at) values (${key}, ${weight}, app_now())
        on conflict (key) do update set
          hits = case when w.started_at < app_now() - ${windowMs} * interval '1 ms'
                 then excluded.hits else w.hits + excluded.hits end,
          started_at = case when w.started_at < app_now() - ${windowMs} * interval '1 ms'
                 then app_now() else w.started_at end
        returning hits, ceil(extract(epoch from
          started_at + ${windowMs} * interval '1 ms' - app_now()))::int as "waitSeconds"`);
      refuse(window, limit);
    },
    async check(key, limit, windowMs) {
      if (factor === 0) return;
      const window = await db.first(sql<Window>`
        select hits + 1 as hits, ceil(extract(epoch from
          started_at + ${windowMs} * interval '1 ms' - app_now()))::int as "waitSeconds"
        from throttle_windows
        where key = ${key} and started_at >= app_now() - ${windowMs} * interval '1 ms'`);
      if (window) refuse(window, limit);
    },
    async clear(key) {
      await db.run(sql`delete from throttle_windows where key = ${key}`);
    },
    within: (tx) => makeThrottle(tx, factor),
  };
}

/** Forgets windows nobody can still be waiting for. */
export function sweepThrottle(db: Db, stopping?: AbortSignal): Promise<void> {
  return sweepAll(
    stopping,
    deleteOld(db, 'delete from throttle_windows', 'started_at', { age: '1 day' }),
  );
}
