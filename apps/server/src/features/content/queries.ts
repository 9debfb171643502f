import { type Queryable, sql } from '../../platform/db/db.ts';

export interface SiteOption {
  readonly name: string;
  readonly value: string;
  readonly public: boolean;
}

/** All options, by name. */
export function siteOptions(db: Queryable): Promise<SiteOption[]> {
  return db.rows(sql<SiteOption>`select name, value, public from site_options order by name`);
}

/**
 * Sets an option; returns the number of rows, 0 for an unknown name. May violate `site_options_whole` or
 * `site_options_explorer`.
 */
export function updateOption(db: Queryable, name: string, value: string): Promise<number> {
  return db.run(sql`update site_options set value = ${value} where name = ${name}`);
}

export interface Counters {
  readonly cards: number;
  readonly users: number;
  readonly ordersLast24Hours: number;
}

/** Counts only paid orders: neither pending nor failed ones. */
export function countAll(db: Queryable): Promise<Counters> {
  return db.one(sql<Counters>`
    select (select count(*) from codes where state = 'free')::int as cards,
      (select count(*) from members where closed_at is null)::int as users,
      (select count(*) from orders where created_at > app_now() - interval '24 hours'
        and state not in ('pending', 'failed'))::int as "ordersLast24Hours"`);
}

/** Number of recent orders considered, and the fewest delivered ones among them for a result. */
const lastOrders = 1_000;
const leastDelivered = 20;

/**
 * Median of the seconds from payment to delivery over the last orders, rounded up; null if too few were
 * delivered. An order without capture was paid by wallet when it was placed.
 */
export async function usualDelivery(db: Queryable): Promise<number | null> {
  const { orders, seconds } = await db.one(sql<{ orders: number; seconds: number | null }>`
    select count(*)::int as orders, ceil(percentile_cont(0.5) within group (order by
      extract(epoch from o.delivered_at - coalesce(c.created_at, o.created_at))))::int as seconds
    from (select member_id, id, created_at, delivered_at from orders
      order by created_at desc limit ${lastOrders}) o
    left join payment_captures c on c.member_id = o.member_id and c.order_id = o.id and c.use = 'order'
    where o.delivered_at is not null`);
  return orders < leastDelivered ? null : Math.max(1, seconds ?? 1);
}

export type PageKind = 'plain' | 'faq' | 'legal';

export interface StaticPage {
  readonly path: string;
  readonly kind: PageKind;
  readonly title: string;
  readonly body: string;
}

/** All static pages, by path. */
export function allPages(db: Queryable): Promise<StaticPage[]> {
  return db.rows(sql<StaticPage>`select path, kind, title, body from pages order by path`);
}

/** Stores a release's text of a page, unless it was edited or is of a later edition. */
export async function putOwnPage(
  db: Queryable,
  page: StaticPage & { readonly edition: number },
): Promise<void> {
  await db.run(sql`
    insert into pages as p (path, kind, title, body, edition)
    values (${page.path}, ${page.kind}, ${page.title}, ${page.body}, ${page.edition})
    on conflict (path) do update set kind = excluded.kind, title = excluded.title,
      body = excluded.body, edition = excluded.edition, updated_at = app_now()
    where p.edited_at is null and p.edition <= excluded.edition
      and (p.kind, p.title, p.body, p.edition)
        is distinct from (excluded.kind, excluded.title, excluded.body, excluded.edition)`);
}

/** Stores an edited page; undefined if the path is unknown. */
export function updatePage(
  db: Queryable,
  { path, title, body }: Omit<StaticPage, 'kind'>,
): Promise<StaticPage | undefined> {
  return db.first(sql<StaticPage>`
    update pages set title = ${title}, body = ${body}, updated_at = app_now(), edited_at = app_now()
    where path = ${path}
    returning path, kind, title, body`);
}
