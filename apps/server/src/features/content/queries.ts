import { type Queryable, sql } from '../../platform/db/db.ts';

export interface SiteOption {
  readonly name: string;
  readonly value: string;
  readonly kind: 'text' | 'whole' | 'explorer';
  readonly public: boolean;
}

/** All options, by name. */
export function siteOptions(db: Queryable): Promise<SiteOption[]> {
  return db.rows(sql<SiteOption>`select name, value, kind, public from site_options order by name`);
}

/**
 * Sets an option whose value is `before`, if that is given, and notes the change. May violate `site_options_whole` or
 * `site_options_explorer`.
 */
export function updateOption(
  db: Queryable,
  {
    name,
    value,
    before = null,
  }: { name: string; value: string; before: string | null | undefined },
  editor: string,
): Promise<{ known: boolean; set: boolean }> {
  return db.one(sql<{ known: boolean; set: boolean }>`
    with was as (select name, value from site_options where name = ${name} for update),
    set as (
      update site_options o set value = ${value} from was
      where o.name = was.name and was.value = coalesce(${before}::text, was.value)
      returning was.value as before),
    noted as (
      insert into option_changes (name, before, value, editor)
      select ${name}, before, ${value}, ${editor} from set where before <> ${value})
    select exists (select from was) as known, exists (select from set) as set`);
}

export interface OptionChange {
  readonly before: string;
  readonly value: string;
  readonly editor: string;
  readonly at: Date;
}

/** The last changes of an option, newest first. */
export function changesOf(db: Queryable, name: string): Promise<OptionChange[]> {
  return db.rows(sql<OptionChange>`
    select before, value, editor, changed_at as at from option_changes
    where name = ${name} order by id desc limit 50`);
}

/** The last change of each option that was changed. */
export function lastChanges(db: Queryable) {
  return db.rows(sql<Pick<OptionChange, 'editor' | 'at'> & { name: string }>`
    select o.name, c.editor, c.changed_at as at from site_options o, lateral (
      select * from option_changes where name = o.name order by id desc limit 1) c`);
}

export interface Counters {
  readonly cards: number;
  readonly users: number;
  readonly ordersLast24Hours: number;
}

/** Counts only paid orders: neither pending nor failed ones. */
export function countAll(db: Queryable): Promise<Counters> {
  return db.one(sql<Counters>`
    select (select coalesce(sum(free), 0) from stock_counts)::int as cards,
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
      body = excluded.body, edition = excluded.edition, version = p.version + 1, updated_at = app_now()
    where p.edited_at is null and p.edition <= excluded.edition
      and (p.kind, p.title, p.body, p.edition)
        is distinct from (excluded.kind, excluded.title, excluded.body, excluded.edition)`);
}

/** Stores an edited page and keeps what it was; undefined if the path is unknown or its version not `version`. */
export function updatePage(
  db: Queryable,
  { path, title, body }: Omit<StaticPage, 'kind'>,
  { editor, version = null }: { editor: string; version: number | null | undefined },
): Promise<StaticPage | undefined> {
  return db.first(sql<StaticPage>`
    with was as (
      select * from pages where path = ${path} and version = coalesce(${version}::int, version) for update),
    kept as (
      insert into page_versions (path, version, title, body, saved_at)
      select path, version, title, body, updated_at from was on conflict do nothing),
    added as (
      insert into page_versions (path, version, title, body, editor)
      select path, version + 1, ${title}, ${body}, ${editor} from was)
    update pages p set title = ${title}, body = ${body}, version = was.version + 1, updated_at = app_now(),
      edited_at = app_now()
    from was where p.path = was.path
    returning p.path, p.kind, p.title, p.body`);
}

export interface PageVersion {
  readonly version: number;
  readonly title: string;
  /** Null: a release. */
  readonly editor: string | null;
  readonly at: Date;
}

/** All pages with who saved them last, by path. */
export function pageVersions(db: Queryable): Promise<(StaticPage & PageVersion)[]> {
  return db.rows(sql<StaticPage & PageVersion>`
    select p.path, p.kind, p.title, p.body, p.version, v.editor, p.updated_at as at
    from pages p left join page_versions v on v.path = p.path and v.version = p.version order by p.path`);
}

/** The last versions of a page, newest first. */
export function versionsOf(db: Queryable, path: string): Promise<PageVersion[]> {
  return db.rows(sql<PageVersion>`
    select version, title, editor, saved_at as at from page_versions
    where path = ${path} order by version desc limit 100`);
}

/** The text of a version of a page. */
export function findVersion(db: Queryable, path: string, version: number) {
  return db.first(sql<{ title: string; body: string }>`
    select title, body from page_versions where path = ${path} and version = ${version}`);
}
