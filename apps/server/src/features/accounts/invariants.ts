/** Invariants of accounts at every commit. */
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db/db.ts';

export const accountInvariants: readonly Invariant[] = [
  {
    rule: '1 each member has a wallet and a held account in their currency',
    breaches: sql`
      select m.id as breach from members m
      where 2 <> (select count(*) from ledger_accounts a where a.owner = m.id
        and a.name in ('member:' || m.id || ':wallet:' || m.currency,
          'member:' || m.id || ':held:' || m.currency)) limit 20`,
  },
  {
    rule: '15 a session ends within ten years, whatever the options say',
    breaches: sql`
      select id as breach from sessions
      where session_end(created_at, last_seen_at) is null
        or session_end(created_at, last_seen_at) > created_at + interval '3650 days' limit 20`,
  },
];
