import { type Queryable, sql } from '../../platform/db.ts';

export interface SiteOption {
  readonly name: string;
  readonly value: string;
  readonly public: boolean;
}

export function siteOptions(db: Queryable): Promise<SiteOption[]> {
  return db.rows(sql<SiteOption>`select name, value, public from site_options order by name`);
}

export function updateOption(db: Queryable, name: string, value: string): Promise<number> {
  return db.run(sql`update site_options set value = ${value} where name = ${name}`);
}

export interface Counters {
  readonly cards: number;
  readonly users: number;
  readonly ordersLast24Hours: number;
}

/** Orders count once they are paid: what was only tried, declined or left is none. */
export function countAll(db: Queryable): Promise<Counters> {
  return db.one(sql<Counters>`
    select (select count(*) from codes where state = 'free')::int as cards,
      (select count(*) from members)::int as users,
      (select count(*) from orders where created_at > app_now() - interval '24 hours'
        and state not in ('pending', 'failed'))::int as "ordersLast24Hours"`);
}
