/** Finding other members (OPEN-79), and keeping two of them as they are. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

/** Another member, as far as a member may know them. */
export interface Person {
  readonly id: string;
  readonly fullName: string;
  readonly picture: string;
  readonly email: string;
  readonly mobile: string;
  readonly currency: Currency;
}

/** More than anybody looks through. */
const mostCounted = 200;
/**
 * Members whose name has words that begin with each of `words`, or whose e-mail, mobile number or id it
 * is in full; never `memberId` itself. By e-mail only who is known to read its mails is found
 * (docs/decisions/0010: a scanner verifies an address as well), and by a number, which nobody proves, only who is the one
 * member with it and has a verified identity. Answers a page by name, and how many there are, counted no further
 * than two hundred.
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
    /** With its dial code; undefined where what is looked for is no number. */
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

/** Keeps members as they are until the transaction ends, taken in the order of their ids. */
export async function holdMembers(tx: Tx, memberIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    select 1 from members where id = any(${memberIds}::text[]) order by id for share`);
}
