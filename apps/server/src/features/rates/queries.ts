import { type Currency, currencies } from '@giftlane/contract/money.ts';
import { type Queryable, sql } from '../../platform/db.ts';

/** The latest stored rate of each currency, as decimal text. */
export function latestRates(db: Queryable, wanted: readonly Currency[]) {
  return db.rows(sql<{ currency: Currency; perUsd: string; asOf: string }>`
    select distinct on (currency) currency, per_usd::text as "perUsd", as_of::text as "asOf"
    from exchange_rates where currency = any(${wanted}::text[]) order by currency, as_of desc`);
}

export async function storeRates(
  db: Queryable,
  asOf: string,
  perUsd: Readonly<Record<Currency, string>>,
): Promise<void> {
  await db.run(sql`
    insert into exchange_rates (as_of, currency, per_usd)
    select ${asOf}::date, currency, per_usd
    from unnest(${[...currencies]}::text[], ${currencies.map((c) => perUsd[c])}::numeric[])
      as n (currency, per_usd)
    on conflict (as_of, currency) do update set per_usd = excluded.per_usd, fetched_at = app_now()`);
}
