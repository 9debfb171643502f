/** Exchange rates: fetched by a chore, stored, and used to convert cashback (decision 24). */
import { type Currency, currencies } from '@giftlane/contract/money.ts';
import { type Db, type Queryable, sql } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Rates } from '../../providers/rates/port.ts';

/** An amount in another currency, and the facts its journal keeps. */
export interface Conversion {
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly facts: Readonly<Record<string, string>>;
}

const digits = 12;

/** A decimal text such as "0.9231" as an integer of `digits` decimals. */
function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0').slice(0, digits));
}

/**
 * Converts at the latest stored rate, rounded down to the minor unit. Refuses with `rates.unavailable`
 * when there is none.
 */
export async function convert(
  db: Queryable,
  amountMinor: bigint,
  { from, to }: { from: Currency; to: Currency },
): Promise<Conversion> {
  const rows = await db.rows(sql<{ currency: string; perUsd: string; asOf: string }>`
    select distinct on (currency) currency, per_usd::text as "perUsd", as_of::text as "asOf"
    from exchange_rates where currency = any(${[from, to]}::text[])
    order by currency, as_of desc`);
  const rate = (currency: Currency) => rows.find((row) => row.currency === currency);
  const [source, target] = [rate(from), rate(to)];
  if (!source || !target) throw new Refusal('rates.unavailable');
  return {
    currency: to,
    amountMinor: (amountMinor * scaled(target.perUsd)) / scaled(source.perUsd),
    facts: {
      from,
      to,
      fromPerUsd: source.perUsd,
      toPerUsd: target.perUsd,
      asOf: target.asOf < source.asOf ? target.asOf : source.asOf,
    },
  };
}

/** Asks the feed and stores today's rates; keeps yesterday's when it does not answer. */
export async function fetchRates(db: Db, rates: Rates, log: Log): Promise<void> {
  const latest = await rates.latest();
  if (latest.kind !== 'done') {
    log.warn({ reason: latest.reason }, 'no exchange rates, the last ones stay');
    return;
  }
  const { asOf, perUsd } = latest.value;
  await db.run(sql`
    insert into exchange_rates (as_of, currency, per_usd)
    select ${asOf}::date, currency, per_usd
    from unnest(${[...currencies]}::text[], ${currencies.map((c) => perUsd[c])}::numeric[])
      as n (currency, per_usd)
    on conflict (as_of, currency) do update set per_usd = excluded.per_usd, fetched_at = app_now()`);
}
