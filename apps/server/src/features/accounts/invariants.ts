/** Invariants of accounts at every commit. */
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const accountInvariants: readonly Invariant[] = [
  {
    rule: '1 each member has a wallet and a held account in their currency',
    over: 'owners',
    breaches: sql`
      select m.id as breach from members m
      where m.id = any($1::text[]) and 2 <> (select count(*) from ledger_accounts a where a.owner = m.id
        and a.name in ('member:' || m.id || ':wallet:' || m.currency,
          'member:' || m.id || ':held:' || m.currency)) limit 20`,
  },
  {
    rule: '15 a session ends within ten years, whatever the options say',
    over: 'owners',
    breaches: sql`
      select id as breach from sessions
      where member_id = any($1::text[]) and (session_end(created_at, last_seen_at) is null
        or session_end(created_at, last_seen_at) > created_at + interval '3650 days') limit 20`,
  },
];
