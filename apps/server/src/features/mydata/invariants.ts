/** Invariants of closed accounts, which hold at every commit. */
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const myDataInvariants: readonly Invariant[] = [
  {
    rule: '15 nobody is signed in to a closed account, and no identity opens it',
    over: 'owners',
    breaches: sql`
      select m.id as breach from members m where m.id = any($1::text[]) and m.closed_at is not null and (
        exists (select 1 from sessions s where s.member_id = m.id)
        or exists (select 1 from identities i where i.member_id = m.id)) limit 20`,
  },
  {
    rule: 'N an account is closed exactly while there is a closing of it',
    over: 'owners',
    breaches: sql`
      select coalesce(m.id, c.member_id) as breach from (select * from closings where member_id = any($1::text[])) c
      full join (select id from members where id = any($1::text[]) and closed_at is not null) m on m.id = c.member_id
      where m.id is null or c.member_id is null limit 20`,
  },
  {
    rule: 'N an erased account has neither name nor address nor password',
    over: 'owners',
    breaches: sql`
      select m.id as breach from closings c join members m on m.id = c.member_id
      where c.member_id = any($1::text[]) and c.erased_at is not null and (m.first_name || m.last_name || m.full_name || m.name_words || m.mobile <> ''
        or m.password_hash is not null or m.email not like '%@erased.invalid') limit 20`,
  },
];
