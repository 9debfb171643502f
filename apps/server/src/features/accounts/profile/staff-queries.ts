/** Members as staff finds and lists them. Every statement reads a bounded part of an index. */
import { type Queryable, sql } from '../../../platform/db/db.ts';
import { emailKey, mobileOf, searchWords } from '../names-and-phones.ts';
import { findMembers, type Member } from '../queries.ts';

/** Members that the search of a list looks at. */
const mostFound = 1_000;
const shortestPrefix = 3;

/**
 * Ids of members with this id, e-mail, former e-mail or mobile number, an e-mail that begins like this, or a name of
 * which words begin with each of the words; the surer matches come first.
 */
function idsOf(db: Queryable, search: string, limit: number): Promise<{ id: string }[]> {
  const words = searchWords(search);
  const query = words.map((word) => `'${word}':*`).join(' & ');
  const key = emailKey(search);
  const prefix = key.length < shortestPrefix || /\s/.test(key) ? null : key;
  const number = mobileOf(search, '', '');
  const mobile = number?.mobile ? number.dialCode + number.mobile : null;
  return db.rows(sql<{ id: string }>`
    select id from (
      select id, 1 as rank from members where id = ${search}
      union all select id, 1 from members where email_key = ${key}
      union all select member_id, 2 from email_changes where from_key = ${key} and state = 'done'
      union all (select id, 2 from members where mobile <> '' and dial_code || mobile = ${mobile} limit ${limit})
      union all (select id, 3 from members
        where email_key collate "C" >= ${prefix} and email_key collate "C" < ${prefix}::text || chr(1114111)
        order by email_key collate "C" limit ${limit})
      union all (select id, 4 from members
        where ${words.length > 0} and array_to_tsvector(string_to_array(name_words, ' ')) @@ ${query}::tsquery
        limit ${limit})) hit
    group by id order by min(rank), id limit ${limit}`);
}

async function membersOf(db: Queryable, ids: readonly { id: string }[]): Promise<Member[]> {
  const members = await findMembers(
    db,
    ids.map(({ id }) => id),
  );
  return ids.flatMap(({ id }) => members.get(id) ?? []);
}

/** The members that a search finds, the surest first. */
export const searchMembers = async (
  db: Queryable,
  search: string,
  limit: number,
): Promise<Member[]> => membersOf(db, await idsOf(db, search, limit));

interface Fit {
  readonly levels: readonly number[];
  readonly onlyFrozen: boolean;
  /** The id of the last member of the page before; empty for the first. */
  readonly after: string;
  readonly limit: number;
}

/** A page of members, the newest first; with a search, of the first thousand it finds. */
export async function listMembers(
  db: Queryable,
  { search, ...fit }: Fit & { readonly search: string },
): Promise<Member[]> {
  if (search === '') return membersOf(db, await (fit.onlyFrozen ? frozen : newest)(db, fit));
  const among = (await idsOf(db, search, mostFound)).map(({ id }) => id);
  return membersOf(db, await newestAmong(db, { ...fit, among }));
}

const newest = (db: Queryable, { levels, after, limit }: Fit) =>
  db.rows(sql<{ id: string }>`
    with start as materialized (
      select coalesce((select created_at from members where id = ${after}), 'infinity') as at)
    select hit.id from start, unnest(${levels}::smallint[]) as l (level)
    cross join lateral (select id, created_at from members
      where membership_level = l.level and (created_at, id) < (start.at, ${after})
      order by created_at desc, id desc limit ${limit}) hit
    order by hit.created_at desc, hit.id desc limit ${limit}`);

const frozen = (db: Queryable, { levels, after, limit }: Fit) =>
  db.rows(sql<{ id: string }>`
    select id from members where frozen_at is not null and membership_level = any(${levels}::smallint[])
      and (created_at, id) < (
        coalesce((select created_at from members where id = ${after}), 'infinity'), ${after})
    order by created_at desc, id desc limit ${limit}`);

const newestAmong = (
  db: Queryable,
  { among, levels, onlyFrozen, after, limit }: Fit & { readonly among: readonly string[] },
) =>
  db.rows(sql<{ id: string }>`
    select id from members
    where id = any(${among}::text[]) and membership_level = any(${levels}::smallint[])
      and (not ${onlyFrozen}::boolean or frozen_at is not null)
      and (created_at, id) < (
        coalesce((select created_at from members where id = ${after}), 'infinity'), ${after})
    order by created_at desc, id desc limit ${limit}`);
