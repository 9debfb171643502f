/** Invariants of identity verification, which hold at every commit. */
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const kycInvariants: readonly Invariant[] = [
  {
    rule: '10 a member’s KYC status says s exactly while a submission waits',
    over: 'owners',
    breaches: sql`
      select m.id || ' is ' || m.kyc_status as breach from members m
      left join kyc_submissions k on k.member_id = m.id and k.verdict is null
      where m.id = any($1::text[]) and (m.kyc_status = 's') <> (k.id is not null) limit 20`,
  },
  {
    rule: '14 of what waits or was verified all pictures are there, of what was declined the accepted ones while they are kept',
    over: 'owners',
    breaches: sql`
      select k.id || ' ' || coalesce(k.verdict, 'waits') as breach from kyc_submissions k
      cross join lateral (
        select count(distinct doc.path) as wanted
        from unnest(array['front', 'back', 'address', 'selfie'],
          array[k.doc_front, k.doc_back, k.doc_address, k.doc_selfie]) as doc (paper, path)
        where (k.verdict is distinct from 'r' and k.erased_at is null)
          or (k.kept_until is not null and exists (
            select from kyc_steps s join kyc_verdicts v on v.step_id = s.id
            where s.submission_id = k.id and v.paper = doc.paper and v.reason = ''))) as w
      cross join lateral (
        select count(*) as found from uploads u
        where u.used_by = k.id and u.kind = 'kycDocs' and u.member_id = k.member_id
          and u.path in (k.doc_front, k.doc_back, k.doc_address, k.doc_selfie)) as f
      where k.member_id = any($1::text[]) and w.wanted <> f.found limit 20`,
  },
];
