import type { Currency } from '@giftlane/contract/money.ts';
import { type Queryable, sql } from '../../platform/db.ts';

/** A brand as the database has it. */
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
  retired: boolean;
}

/** A card as the database has it. */
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

/** Every brand's revision and views: what a snapshot compares itself with. */
export function brandRevisions(
  db: Queryable,
): Promise<{ id: string; revision: bigint; views: bigint }[]> {
  return db.rows(sql`
    select b.id, b.revision, coalesce(v.views, 0) as views
    from brands b left join brand_views v on v.brand_id = b.id`);
}

/** The brands with these ids. */
export function brandsById(db: Queryable, ids: readonly string[]): Promise<BrandRow[]> {
  return db.rows(sql`
    select id, slug, title, category, short_desc as "shortDesc",
      short_sell_desc as "shortSellDesc", description, redeem, logo, banner, video, revision,
      retired_at is not null as retired
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

/** Adds views to brands; rows are taken in one order so that two processes never wait in a circle. */
export function addViews(db: Queryable, views: ReadonlyMap<string, number>): Promise<number> {
  return db.run(sql`
    insert into brand_views (brand_id, views)
    select n.id, n.views from unnest(${[...views.keys()]}::text[], ${[...views.values()]}::bigint[])
      as n (id, views) join brands b on b.id = n.id order by n.id
    on conflict (brand_id) do update set views = brand_views.views + excluded.views`);
}
