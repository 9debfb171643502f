import type { JournalKind } from '../../ledger/kinds.ts';
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

/** What must hold of the audit log, for `ledger verify` and after every test. */
export const auditInvariants: readonly (Invariant & { readonly kinds?: readonly JournalKind[] })[] =
  [
    {
      rule: '16 every entry of the audit log is as it was written, and none is missing',
      breaches: sql`
        select 'audit entry ' || e.id || ' is not as it was written' as breach
        from (
          select entry, entry.id, entry.hash, row_number() over (order by entry.id) as nth,
            lag(entry.hash, 1, '') over (order by entry.id) as previous
          from audit_entries entry) e
        where e.id <> e.nth or e.hash is distinct from audit_hash(e.previous, e.entry)
        order by e.id limit 20`,
    },
    {
      rule: '16 the ledger seals hashes that the audit log has',
      kinds: ['audit'],
      breaches: sql`
        select 'the audit log has not what journal ' || j.key || ' sealed' as breach
        from ledger_journals j
        left join audit_entries e on 'audit:' || e.id = j.key and encode(e.hash, 'hex') = j.facts ->> 'hash'
        where j.kind = 'audit' and (e.id is null or j.owner <> 'house' or exists (
          select 1 from ledger_postings p where p.owner = j.owner and p.journal_id = j.id))
        limit 20`,
    },
  ];
