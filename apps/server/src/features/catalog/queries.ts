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
  /** Its place before the other best sellers. */
  bestPlace: number | null;
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
      updated_at as "updatedAt", retired_at is not null as retired, best_place as "bestPlace"
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
  | 'shortSellDesc'
  | 'description'
  | 'redeem'
  | 'logo'
  | 'banner'
  | 'video'
>;

/** Fields of a card that an import writes. */
export type CardWrite = Omit<CardRow, 'version' | 'retired'>;

/** A stored row, and whether an import made it that was undone. */
export interface Stored<T> {
  readonly row: T;
  readonly takenBack: boolean;
}

const stored = <T>({ takenBack, ...row }: T & { takenBack: boolean }) => ({
  row: row as T,
  takenBack,
});

/** Serialises imports: one could otherwise plan with rows that another is changing. */
export function importAlone(tx: Tx): Promise<unknown> {
  return tx.one(sql`select pg_advisory_xact_lock(hashtext('catalog import'))`);
}

/** The brands with these slugs, locked. */
export async function brandsForImport(
  tx: Tx,
  slugs: readonly string[],
): Promise<Stored<BrandWrite>[]> {
  const rows = await tx.rows(sql<BrandWrite & { takenBack: boolean }>`
    select id, slug, title, category, short_desc as "shortDesc",
      short_sell_desc as "shortSellDesc", description, redeem, logo, banner, video,
      taken_back as "takenBack"
    from brands where slug = any(${slugs}) order by id for no key update`);
  return rows.map(stored<BrandWrite>);
}

/** The cards of these brands, locked. */
export async function cardsForImport(
  tx: Tx,
  brandIds: readonly string[],
): Promise<Stored<CardWrite>[]> {
  const rows = await tx.rows(sql<CardWrite & { takenBack: boolean }>`
    select id, brand_id as "brandId", currency, value_minor as "valueMinor",
      price_minor as "priceMinor", discount_bp as "discountBp", cashback_bp as "cashbackBp",
      service_charge_bp as "serviceChargeBp", exchange_fees_bp as "exchangeFeesBp",
      read_only as "readOnly", sellable, taken_back as "takenBack"
    from cards where brand_id = any(${brandIds}) order by id for no key update`);
  return rows.map(stored<CardWrite>);
}

/** Rows per statement: few round trips, without parameters of many megabytes. */
const batch = 1_000;

export const asJson = (rows: readonly object[]) =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));

/** Hears how many rows were written. */
export type Progress = (rows: number) => Promise<void>;

export const unheard: Progress = async () => undefined;

/** Upserts brands by slug; those of an import that was undone are on sale again. */
export async function writeBrands(
  tx: Tx,
  brands: readonly BrandWrite[],
  progress = unheard,
): Promise<void> {
  for (let from = 0; from < brands.length; from += batch) {
    await tx.run(sql`
      insert into brands (id, slug, title, category, short_desc, short_sell_desc, description, redeem,
        logo, banner, video)
      select id, slug, title, category, "shortDesc", "shortSellDesc", description, redeem, logo,
        banner, video
      from jsonb_to_recordset(${asJson(brands.slice(from, from + batch))}::jsonb) as r (id text,
        slug text, title text, category text, "shortDesc" text, "shortSellDesc" text,
        description text, redeem text, logo text, banner text, video text)
      on conflict on constraint brands_slug_once do update set title = excluded.title,
        category = excluded.category, short_desc = excluded.short_desc,
        short_sell_desc = excluded.short_sell_desc, description = excluded.description,
        redeem = excluded.redeem, logo = excluded.logo, banner = excluded.banner,
        video = excluded.video, taken_back = false,
        retired_at = case when brands.taken_back then null else brands.retired_at end`);
    await progress(Math.min(from + batch, brands.length));
  }
}

/** Upserts cards by denomination; those of an import that was undone are on sale again. */
export async function writeCards(
  tx: Tx,
  cards: readonly CardWrite[],
  progress = unheard,
): Promise<void> {
  for (let from = 0; from < cards.length; from += batch) {
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
        sellable = excluded.sellable, taken_back = false,
        retired_at = case when cards.taken_back then null else cards.retired_at end`);
    await progress(Math.min(from + batch, cards.length));
  }
}
