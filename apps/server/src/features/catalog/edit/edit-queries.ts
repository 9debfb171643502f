/** The SQL of the catalogue in the back office. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import { asJson } from '../queries.ts';

/** A brand's revision, by id or slug; the brand stays locked. */
export function findRevision(tx: Tx, { id, slug }: { id?: string; slug?: string }) {
  return tx.first(sql<{ id: string; slug: string; revision: bigint }>`
    select id, slug, revision from brands
    where id = coalesce(${id ?? null}, (select id from brands where slug = ${slug ?? null})) for no key update`);
}

interface Retiring {
  readonly slug: string;
  readonly retired: boolean;
  readonly cards: readonly { currency: Currency; valueMinor: bigint; retired: boolean }[];
}

/** Puts a brand and cards away, or on sale again. */
export async function retire(tx: Tx, { slug, retired, cards }: Retiring): Promise<void> {
  await tx.run(sql`
    update brands set retired_at = case when ${retired} then app_now() end
    where slug = ${slug} and (retired_at is not null) <> ${retired}`);
  await tx.run(sql`
    update cards c set retired_at = case when r.retired then app_now() end
    from jsonb_to_recordset(${asJson(cards)}::jsonb)
      as r (currency text, "valueMinor" bigint, retired boolean)
    where c.brand_id = (select id from brands where slug = ${slug}) and c.currency = r.currency
      and c.value_minor = r."valueMinor" and (c.retired_at is not null) <> r.retired`);
}

/** Prices of a card that hold from a time on. */
export interface PricesToCome {
  readonly id: string;
  readonly cardId: string;
  readonly priceMinor: bigint;
  readonly discountBp: number;
  readonly cashbackBp: number;
  readonly serviceChargeBp: number;
  readonly exchangeFeesBp: number;
}

/** Stores what differs from the prices that cards have now; a second one for the same moment replaces the first. */
export async function insertComing(
  tx: Tx,
  {
    brandId,
    startsAt,
    operatorId,
    later,
  }: { brandId: string; startsAt: Date; operatorId: string; later: readonly PricesToCome[] },
): Promise<void> {
  await tx.run(sql`
    insert into coming_prices (id, card_id, starts_at, price_minor, discount_bp, cashback_bp,
      service_charge_bp, exchange_fees_bp, operator_id)
    select r.id, c.id, ${startsAt}, nullif(r."priceMinor", c.price_minor),
      nullif(r."discountBp", c.discount_bp), nullif(r."cashbackBp", c.cashback_bp),
      nullif(r."serviceChargeBp", c.service_charge_bp),
      nullif(r."exchangeFeesBp", c.exchange_fees_bp), ${operatorId}
    from jsonb_to_recordset(${asJson(later)}::jsonb) as r (id text, "cardId" text,
      "priceMinor" bigint, "discountBp" integer, "cashbackBp" integer, "serviceChargeBp" integer,
      "exchangeFeesBp" integer)
    join cards c on c.id = r."cardId" and c.brand_id = ${brandId}
      and (c.price_minor, c.discount_bp, c.cashback_bp, c.service_charge_bp, c.exchange_fees_bp)
        is distinct from (r."priceMinor", r."discountBp", r."cashbackBp", r."serviceChargeBp",
          r."exchangeFeesBp")
    on conflict on constraint coming_prices_once do update set price_minor = excluded.price_minor,
      discount_bp = excluded.discount_bp, cashback_bp = excluded.cashback_bp,
      service_charge_bp = excluded.service_charge_bp,
      exchange_fees_bp = excluded.exchange_fees_bp, operator_id = excluded.operator_id`);
}

/** Prices that do not hold yet, of a brand's cards. */
export function comingOf(db: Queryable, brandId: string) {
  return db.rows(sql<{
    id: string;
    cardId: string;
    startsAt: Date;
    priceMinor: bigint | null;
    discountBp: number | null;
    cashbackBp: number | null;
    serviceChargeBp: number | null;
    exchangeFeesBp: number | null;
  }>`
    select p.id, p.card_id as "cardId", p.starts_at as "startsAt", p.price_minor as "priceMinor",
      p.discount_bp as "discountBp", p.cashback_bp as "cashbackBp",
      p.service_charge_bp as "serviceChargeBp", p.exchange_fees_bp as "exchangeFeesBp"
    from coming_prices p join cards c on c.id = p.card_id
    where c.brand_id = ${brandId} and p.applied_at is null order by p.starts_at, p.card_id
    limit 1000`);
}

/** Calls prices off that do not hold yet; answers how many. */
export function deleteComing(db: Queryable, id: string): Promise<number> {
  return db.run(sql`delete from coming_prices where id = ${id} and applied_at is null`);
}

export async function hasDuePrices(db: Queryable): Promise<boolean> {
  const { due } = await db.one(sql<{ due: boolean }>`
    select exists(select 1 from coming_prices
      where applied_at is null and starts_at <= app_now()) as due`);
  return due;
}

/** Gives cards the earliest prices that are due, once; answers how many cards got some. */
export function applyDue(tx: Tx, most: number): Promise<number> {
  return tx.run(sql`
    with due as (
      select id, card_id, price_minor, discount_bp, cashback_bp, service_charge_bp, exchange_fees_bp
      from coming_prices p where applied_at is null and starts_at <= app_now()
        and not exists (select 1 from coming_prices e
          where e.card_id = p.card_id and e.applied_at is null and e.starts_at < p.starts_at)
      order by starts_at, id limit ${most} for update),
    noted as (update coming_prices set applied_at = app_now() where id in (select id from due))
    update cards c set price_minor = coalesce(d.price_minor, c.price_minor),
      discount_bp = coalesce(d.discount_bp, c.discount_bp),
      cashback_bp = coalesce(d.cashback_bp, c.cashback_bp),
      service_charge_bp = coalesce(d.service_charge_bp, c.service_charge_bp),
      exchange_fees_bp = coalesce(d.exchange_fees_bp, c.exchange_fees_bp)
    from due d where c.id = d.card_id`);
}

export interface ListedBrand {
  id: string;
  title: string;
  slug: string;
  category: string;
  banner: string;
  cards: number;
  retired: boolean;
  updatedAt: Date;
}

/** A page of brands by title after one of them; with a query, those whose title or slug has its words. */
export function brandsAfter(
  db: Queryable,
  { query, after, most }: { query: string | null; after: readonly string[]; most: number },
) {
  const [title = '', id = ''] = after;
  return db.rows(sql<ListedBrand>`
    select b.id, b.title, b.slug, b.category, b.banner, b.retired_at is not null as retired,
      b.updated_at as "updatedAt",
      (select count(*)::int from cards where brand_id = b.id and retired_at is null) as cards
    from brands b
    where (b.title, b.id) > (${title}, ${id}) and (${query}::text is null
      or to_tsvector('simple', b.title || ' ' || b.slug) @@ to_tsquery('simple', ${query}))
    order by b.title, b.id limit ${most}`);
}

/** The brands that come first among best sellers. */
export function bestBrands(db: Queryable) {
  return db.rows(sql<{ id: string; title: string; banner: string }>`
    select id, title, banner from brands where best_place is not null order by best_place`);
}

/** Puts brands first among best sellers, in this order; answers how many of them there are. */
export async function placeBrands(tx: Tx, ids: readonly string[]): Promise<number> {
  await tx.run(sql`
    update brands b set best_place = null where best_place is not null
      and best_place is distinct from array_position(${ids}::text[], b.id)`);
  await tx.run(sql`
    update brands b set best_place = array_position(${ids}::text[], b.id)
    where id = any(${ids}::text[])
      and best_place is distinct from array_position(${ids}::text[], b.id)`);
  const { placed } = await tx.one(sql<{ placed: number }>`
    select count(*)::int as placed from brands where id = any(${ids}::text[])`);
  return placed;
}
