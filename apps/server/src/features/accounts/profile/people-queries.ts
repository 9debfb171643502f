/** The SQL of the search for members (OPEN-79), and of locking several of them. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

/** The data of another member, which the search masks. */
export interface Person {
  readonly id: string;
  readonly fullName: string;
  readonly picture: string;
  readonly email: string;
  readonly mobile: string;
  readonly currency: Currency;
}

/** Matches counted at most: more than anybody looks through. */
const mostCounted = 200;
/**
 * Members with a name of which words begin with each of `words`, or with exactly this e-mail, mobile number or
 * id; never `memberId` itself. By e-mail it finds only members known to read its mails (docs/decisions/0010: a
 * scanner verifies an address as well), and by a number, which nobody proves, only the single member with it,
 * if their identity is verified. Returns a page sorted by name, and the number of matches, counted up to two
 * hundred.
 */
export async function findPeople(
  db: Queryable,
  memberId: string,
  {
    words,
    id,
    emailKey,
    mobile,
    limit,
    start,
  }: {
    words: readonly string[];
    id: string;
    emailKey: string;
    /** With dial code; undefined if the search is no number. */
    mobile: string | undefined;
    limit: number;
    start: number;
  },
): Promise<{ people: Person[]; total: number }> {
  const query = words.map((word) => `'${word}':*`).join(' & ');
  const rows = await db.rows(sql<Person & { total: number }>`
    with found as (
      (select id from members
        where array_to_tsvector(string_to_array(name_words, ' ')) @@ ${query}::tsquery
        limit ${mostCounted + 1})
      union select id from members
        where id = ${id} or (email_key = ${emailKey} and owner_shown_at is not null)
      union select min(id) from members
        where mobile <> '' and dial_code || mobile = ${mobile ?? null}
        having count(*) = 1 and bool_and(kyc_status = 'v')),
    others as (select id from found join members using (id)
      where id <> ${memberId} and closed_at is null limit ${mostCounted})
    select m.id, m.full_name as "fullName", m.picture, m.email,
      case when m.mobile <> '' then m.dial_code || m.mobile else '' end as mobile,
      m.currency, (select count(*) from others)::int as total
    from members m where m.id in (select id from others)
    order by m.name_words collate "C", m.id limit ${limit} offset ${start}`);
  return { people: rows, total: rows[0]?.total ?? 0 };
}

/** Locks members against changes until the transaction ends, in the order of their ids. */
export async function holdMembers(tx: Tx, memberIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    select 1 from members where id = any(${memberIds}::text[]) order by id for share`);
}
