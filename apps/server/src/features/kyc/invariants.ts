/** Invariants of identity verification, which hold at every commit. */
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db/db.ts';

export const kycInvariants: readonly Invariant[] = [
  {
    rule: '10 a member’s KYC status says s exactly while a submission waits',
    breaches: sql`
      select m.id || ' is ' || m.kyc_status as breach from members m
      left join kyc_submissions k on k.member_id = m.id and k.verdict is null
      where (m.kyc_status = 's') <> (k.id is not null) limit 20`,
  },
  {
    rule: '14 what waits or was verified has its four pictures, what was refused or erased has none',
    breaches: sql`
      select k.id || ' ' || coalesce(k.verdict, 'waits') as breach from kyc_submissions k
      left join uploads u on u.used_by = k.id and u.kind = 'kycDocs' and u.member_id = k.member_id
        and u.path in (k.doc_front, k.doc_back, k.doc_address, k.doc_selfie)
      group by k.id having (k.verdict is distinct from 'r' and k.erased_at is null) <> (count(u.path) > 0)
        or count(u.path) not in (0, cardinality(array(
          select distinct unnest(array[k.doc_front, k.doc_back, k.doc_address, k.doc_selfie]))))
      limit 20`,
  },
];
