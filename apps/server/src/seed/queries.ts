import { type Queryable, sql } from '../platform/db/db.ts';

export interface SeedCard {
  readonly id: string;
  readonly slug: string;
  readonly currency: string;
  readonly valueMinor: bigint;
}

/**
 * Cards that never had codes. Compared here: before PostgreSQL 18 the planner settings of `db.ts` make every join with all
 * codes cost the same, and each card would read all of them.
 */
export async function cardsWithoutCodes(db: Pick<Queryable, 'rows'>): Promise<SeedCard[]> {
  const stocked = await db.rows(sql<{ id: string }>`select distinct card_id as id from codes`);
  const known = new Set(stocked.map(({ id }) => id));
  const cards = await db.rows(sql<SeedCard>`
    select c.id, b.slug, c.currency, c.value_minor as "valueMinor"
    from cards c join brands b on b.id = c.brand_id
    order by b.slug, c.currency, c.value_minor`);
  return cards.filter(({ id }) => !known.has(id));
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
