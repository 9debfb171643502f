import { type Queryable, sql } from '../platform/db/db.ts';

export interface SeedCard {
  readonly id: string;
  readonly slug: string;
  readonly currency: string;
  readonly valueMinor: bigint;
}

/** Cards that never had codes. */
export function cardsWithoutCodes(db: Queryable): Promise<SeedCard[]> {
  return db.rows(sql`
    select c.id, b.slug, c.currency, c.value_minor as "valueMinor"
    from cards c join brands b on b.id = c.brand_id
    where not exists (select from codes where card_id = c.id)
    order by b.slug, c.currency, c.value_minor`);
}

/** Sets initial views of brands that have none. */
export function startViews(db: Queryable, views: ReadonlyMap<string, number>): Promise<number> {
  return db.run(sql`
    insert into brand_views (brand_id, views)
    select b.id, n.views
    from unnest(${[...views.keys()]}::text[], ${[...views.values()]}::bigint[]) as n (slug, views)
    join brands b using (slug) order by b.id
    on conflict (brand_id) do nothing`);
}

/** Sets an option that is empty. */
export function startOption(db: Queryable, name: string, value: string): Promise<number> {
  return db.run(sql`update site_options set value = ${value} where name = ${name} and value = ''`);
}
