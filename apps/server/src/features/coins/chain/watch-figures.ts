/** Figures of coins for operators and monitoring. */
import { type Coin, coins } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql } from '../../../platform/db/db.ts';
import { house, walletIdOf } from '../wallets/wallet-queries.ts';
import { spendable } from './output-queries.ts';

/** Seconds since the last complete poll of the chain polled least recently; undefined when none is followed. */
export async function secondsUnwatched(
  db: Queryable,
  of: readonly Coin[],
): Promise<number | undefined> {
  const { seconds } = await db.one(sql<{ seconds: number | null }>`
    select extract(epoch from app_now() - min(looked_at))::float8 as seconds from coin_chains
    where coin = any(${of}::text[])`);
  return seconds ?? undefined;
}

/** Seconds since the oldest open signing request was made, except those of held coins; 0 without any. */
export async function secondsUnsigned(db: Queryable): Promise<number> {
  const { seconds } = await db.one(sql<{ seconds: number }>`
    select coalesce(extract(epoch from app_now() - min(w.created_at)), 0)::float8 as seconds
    from coin_wishes w join coin_holds h on h.coin = w.coin
    join coin_transfers t on t.id = w.transfer_id
    where w.answered_at is null and t.state = 'created' and h.held_at is null`);
  return seconds;
}

/** The number of signing requests refused within a day. */
export async function wishesRefused(db: Queryable): Promise<number> {
  const { count } = await db.one(sql<{ count: number }>`
    select count(*)::int as count from coin_wishes
    where refusal is not null and answered_at > app_now() - interval '1 day'`);
  return count;
}

/** How far each coin's chain is known, and whether it is held. */
export function chainsSeen(db: Queryable, of: readonly Coin[]) {
  return db.rows(sql<{ coin: Coin; height: bigint; lookedAt: Date; held: boolean }>`
    select c.coin, c.height, c.looked_at as "lookedAt", h.held_at is not null as held
    from coin_chains c join coin_holds h on h.coin = c.coin
    where c.coin = any(${of}::text[]) order by c.coin`);
}

export interface CoinStatus {
  readonly coin: Coin;
  readonly network: string;
  readonly height: bigint;
  readonly lookedAt: Date;
  readonly wallets: number;
  /** Smallest units: booked outputs, members' balances, and amount and fees of unsettled sends. */
  readonly onChain: bigint;
  readonly ofMembers: bigint;
  readonly sending: bigint;
  /** Settled sweeps, and what was found in the cold account. */
  readonly cold: bigint;
  /** Payments to the house that match no order, owed back. */
  readonly unmatched: bigint;
  /** Accounts ready for new wallets, and signing requests without an answer. */
  readonly accountsReady: number;
  readonly wishesOpen: number;
  /** The time and reason of an operator's hold. */
  readonly heldAt: Date | null;
  readonly holdReason: string | null;
}

/** The state of each coin by the database. */
export function coinStatus(db: Queryable) {
  return db.rows(sql<CoinStatus>`
    select c.coin, c.network, c.height, c.looked_at as "lookedAt",
      (select count(*)::int from coin_wallets w where w.coin = c.coin) as wallets,
      coalesce((select sum(o.value) from coin_outputs o where o.coin = c.coin and o.booked), 0)::bigint
        as "onChain",
      coalesce((select sum(b.balance) from ledger_accounts a
        join ledger_balances b on b.account_id = a.id
        where a.name like 'member:%:coin:' || c.coin), 0)::bigint as "ofMembers",
      coalesce((select sum(t.value + t.fee) from coin_transfers t where t.coin = c.coin
        and t.type = 'send' and t.state in ('created', 'pendingApproval', 'signed', 'unconfirmed')), 0)::bigint
        as sending,
      coalesce((select sum(t.value) from coin_sweeps s join coin_transfers t on t.id = s.transfer_id
        where t.coin = c.coin and t.state = 'confirmed'), 0)::bigint
        + coalesce((select sum(f.value) from coin_cold_found f where f.coin = c.coin), 0)::bigint as cold,
      coalesce((select sum(p.amount) from ledger_accounts a join ledger_postings p on p.account_id = a.id
        where a.name = 'house:unmatched:' || c.coin), 0)::bigint as unmatched,
      (select count(*)::int from coin_accounts a where a.coin = c.coin and not a.kept_back and a.number >
        (select greatest(max(w.account), 0) from coin_wallets w where w.coin = c.coin)) as "accountsReady",
      (select count(*)::int from coin_wishes w join coin_transfers t on t.id = w.transfer_id
        where w.coin = c.coin and w.answered_at is null and t.state = 'created')
        as "wishesOpen",
      h.held_at as "heldAt", h.reason as "holdReason"
    from coin_chains c join coin_holds h on h.coin = c.coin order by c.coin`);
}

/** The sum of the house's spendable outputs by coin, network fees included. */
export async function houseUnits(db: Queryable): Promise<ReadonlyMap<Coin, bigint>> {
  const found = await Promise.all(
    coins.map(async (coin) => {
      const id = await walletIdOf(db, coin, house);
      const outputs = id === undefined ? [] : await spendable(db, id);
      return [coin, outputs.reduce((sum, { value }) => sum + value, 0n)] as const;
    }),
  );
  return new Map(found);
}
