import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

/** A row of `brands`. */
export interface BrandRow {
  id: string;
  slug: string;
  title: string;
  category: string;
  shortDesc: string;
  shortSellDesc: string;
  description: string;
  redeem: string;
  logo: string;
  banner: string;
  video: string;
  revision: bigint;
  /** Last change of the brand or one of its cards. */
  updatedAt: Date;
  retired: boolean;
}

/** A row of `cards`. */
export interface CardRow {
  id: string;
  brandId: string;
  currency: Currency;
  valueMinor: bigint;
  priceMinor: bigint;
  discountBp: number;
  cashbackBp: number;
  serviceChargeBp: number;
  exchangeFeesBp: number;
  readOnly: boolean;
  sellable: boolean;
  version: number;
  retired: boolean;
}

/** Revision and views of every brand, to find what changed since the last reload. */
export function brandRevisions(
  db: Queryable,
): Promise<{ id: string; revision: bigint; views: bigint }[]> {
  return db.rows(sql`
    select b.id, b.revision, coalesce(v.views, 0) as views
    from brands b left join brand_views v on v.brand_id = b.id`);
}

export function brandsById(db: Queryable, ids: readonly string[]): Promise<BrandRow[]> {
  return db.rows(sql`
    select id, slug, title, category, short_desc as "shortDesc",
      short_sell_desc as "shortSellDesc", description, redeem, logo, banner, video, revision,
      updated_at as "updatedAt", retired_at is not null as retired
    from brands where id = any(${ids})`);
}

/** The cards of these brands, cheapest first. */
export function cardsOfBrands(db: Queryable, ids: readonly string[]): Promise<CardRow[]> {
  return db.rows(sql`
    select id, brand_id as "brandId", currency, value_minor as "valueMinor",
      price_minor as "priceMinor", discount_bp as "discountBp", cashback_bp as "cashbackBp",
      service_charge_bp as "serviceChargeBp", exchange_fees_bp as "exchangeFeesBp",
      read_only as "readOnly", sellable, version, retired_at is not null as retired
    from cards where brand_id = any(${ids}) order by brand_id, currency, value_minor`);
}

/** Adds views to brands, in the order of ids so that processes can not deadlock. */
export function addViews(db: Queryable, views: ReadonlyMap<string, number>): Promise<number> {
  return db.run(sql`
    insert into brand_views (brand_id, views)
    select n.id, n.views from unnest(${[...views.keys()]}::text[], ${[...views.values()]}::bigint[])
      as n (id, views) join brands b on b.id = n.id order by n.id
    on conflict (brand_id) do update set views = brand_views.views + excluded.views`);
}

/** Fields of a brand that an import writes. */
export type BrandWrite = Pick<
  BrandRow,
  | 'id'
  | 'slug'
  | 'title'
  | 'category'
  | 'shortDesc'
  | 'description'
  | 'redeem'
  | 'logo'
  | 'banner'
  | 'video'
>;

/** Fields of a card that an import writes. */
export type CardWrite = Omit<CardRow, 'version' | 'retired'>;

/** Serialises imports: one could otherwise plan with rows that another is changing. */
export function importAlone(tx: Tx): Promise<unknown> {
  return tx.one(sql`select pg_advisory_xact_lock(hashtext('catalog import'))`);
}

/** The brands with these slugs, locked. */
export function brandsForImport(tx: Tx, slugs: readonly string[]): Promise<BrandWrite[]> {
  return tx.rows(sql`
    select id, slug, title, category, short_desc as "shortDesc", description, redeem, logo, banner,
      video
    from brands where slug = any(${slugs}) order by id for no key update`);
}

/** The cards of these brands, locked. */
export function cardsForImport(tx: Tx, brandIds: readonly string[]): Promise<CardWrite[]> {
  return tx.rows(sql`
    select id, brand_id as "brandId", currency, value_minor as "valueMinor",
      price_minor as "priceMinor", discount_bp as "discountBp", cashback_bp as "cashbackBp",
      service_charge_bp as "serviceChargeBp", exchange_fees_bp as "exchangeFeesBp",
      read_only as "readOnly", sellable
    from cards where brand_id = any(${brandIds}) order by id for no key update`);
}

/** Rows per statement: few round trips, without parameters of many megabytes. */
const batch = 1_000;

const asJson = (rows: readonly object[]) =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));

/** Upserts brands by slug. */
export async function writeBrands(tx: Tx, brands: readonly BrandWrite[]): Promise<void> {
  for (let from = 0; from < brands.length; from += batch)
    await tx.run(sql`
      insert into brands (id, slug, title, category, short_desc, description, redeem, logo, banner,
        video)
      select id, slug, title, category, "shortDesc", description, redeem, logo, banner, video
      from jsonb_to_recordset(${asJson(brands.slice(from, from + batch))}::jsonb) as r (id text,
        slug text, title text, category text, "shortDesc" text, description text, redeem text,
        logo text, banner text, video text)
      on conflict on constraint brands_slug_once do update set title = excluded.title,
        category = excluded.category, short_desc = excluded.short_desc,
        description = excluded.description, redeem = excluded.redeem, logo = excluded.logo,
        banner = excluded.banner, video = excluded.video`);
}

/** Upserts cards by denomination. */
export async function writeCards(tx: Tx, cards: readonly CardWrite[]): Promise<void> {
  for (let from = 0; from < cards.length; from += batch)
    await tx.run(sql`
      insert into cards (id, brand_id, currency, value_minor, price_minor, discount_bp, cashback_bp,
        service_charge_bp, exchange_fees_bp, read_only, sellable)
      select id, "brandId", currency, "valueMinor", "priceMinor", "discountBp", "cashbackBp",
        "serviceChargeBp", "exchangeFeesBp", "readOnly", sellable
      from jsonb_to_recordset(${asJson(cards.slice(from, from + batch))}::jsonb) as r (id text,
        "brandId" text, currency text, "valueMinor" bigint, "priceMinor" bigint,
        "discountBp" integer, "cashbackBp" integer, "serviceChargeBp" integer,
        "exchangeFeesBp" integer, "readOnly" boolean, sellable boolean)
      on conflict on constraint cards_denomination_once do update set
        price_minor = excluded.price_minor, discount_bp = excluded.discount_bp,
        cashback_bp = excluded.cashback_bp, service_charge_bp = excluded.service_charge_bp,
        exchange_fees_bp = excluded.exchange_fees_bp, read_only = excluded.read_only,
        sellable = excluded.sellable`);
}
