/** Numbers of codes by card and by batch, for lists. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, statement } from '../../platform/db/db.ts';

export interface StockRow {
  id: string;
  title: string;
  brandId: string;
  currency: Currency;
  valueMinor: bigint;
  retired: boolean;
  free: number;
  reserved: number;
  sold: number;
  void: number;
  expired: number;
}

/**
 * A page of cards by brand and value with their codes, after one of them; of one brand, or of brands with words. What
 * expired on the shelf is told apart from what was voided.
 */
export function stockAfter(
  db: Queryable,
  {
    query,
    brandId,
    after,
    most,
  }: { query: string | null; brandId: string | null; after: readonly string[]; most: number },
): Promise<StockRow[]> {
  const [title = '', brand = '', currency = '', value = '0'] = after;
  return db.rows(
    statement<StockRow>(
      `with page as (
        select c.id, b.title, b.id as brand_id, c.currency, c.value_minor,
          (b.retired_at is not null or c.retired_at is not null) as retired
        from brands b cross join lateral (
          select * from cards where brand_id = b.id order by currency, value_minor) c
        where (b.title, b.id) >= ($1, $2)
          and (b.title, b.id, c.currency, c.value_minor) > ($1, $2, $3, $4::bigint)
          ${brandId === null ? '' : 'and b.id = $6'}
          ${
            query === null
              ? ''
              : `and to_tsvector('simple', b.title || ' ' || b.slug) @@ to_tsquery('simple', $${brandId === null ? 6 : 7})`
          }
        order by b.title, b.id, c.currency, c.value_minor limit $5)
      select id, title, brand_id as "brandId", currency, value_minor as "valueMinor", retired,
        (coalesce(free, 0) - on_shelf)::int as free, coalesce(reserved, 0)::int as reserved,
        coalesce(sold, 0)::int as sold, (coalesce(void, 0) - voided)::int as void,
        (on_shelf + voided)::int as expired
      from page c
      left join (select * from stock_counts where card_id in (select id from page)) counted
        on counted.card_id = c.id
      cross join lateral (select
        (select count(*)::int from codes where card_id = c.id and state = 'free'
          and expires_at is not null and expires_at <= app_now()) as on_shelf,
        (select count(*)::int from codes where card_id = c.id and state = 'void' and line_id is null
          and removal_id is null and expires_at is not null and expires_at <= app_now()) as voided) n
      order by title, brand_id, currency, value_minor`,
      [title, brand, currency, value, most, ...[brandId, query].filter((one) => one !== null)],
    ),
  );
}

export interface BatchRow {
  id: string;
  source: string;
  loaded: bigint;
  createdAt: Date;
  undone: boolean;
  free: number;
  reserved: number;
  sold: number;
  void: number;
}

/** The newest batches before one of them. */
export function batchesBefore(
  db: Queryable,
  { before, most }: { before: string; most: number },
): Promise<BatchRow[]> {
  return db.rows(sql<BatchRow>`
    with page as (select * from code_batches
      where (created_at, id) < (
        coalesce((select created_at from code_batches where id = ${before}), 'infinity'), ${before})
      order by created_at desc, id desc limit ${most})
    select b.id, b.source, b.loaded, b.created_at as "createdAt",
      b.undone_at is not null as undone,
      (select count(*)::int from codes where batch_id = b.id and state = 'free') as free,
      (select count(*)::int from codes where batch_id = b.id and state = 'reserved') as reserved,
      (select count(*)::int from codes where batch_id = b.id and state = 'sold') as sold,
      (select count(*)::int from codes where batch_id = b.id and state = 'void') as void
    from page b order by b.created_at desc, b.id desc`);
}
