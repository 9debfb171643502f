/** Pictures, identity papers, and the operators who viewed them. */
import { each, kept, secret, uploaded } from './table.ts';

export const identityTables = [
  uploaded('uploads', {
    file: ['pictures/list', 'copy.pictures', 'put_until, path'],
    shown: `path member_id kind put_until put_at used_by used_at idle_since gone_at
      removed_at`,
    hidden: { fingerprint: 'a keyed digest of the picture' },
  }),
  kept('kyc_submissions', {
    // The copy contains `sealed` decrypted.
    file: ['identity/submitted', 'copy.identity', 'created_at, id'],
    shown: `id member_id sealed doc_front doc_back doc_address doc_selfie created_at verdict
      decided_at continues kept_until`,
    hidden: {
      content_hash: secret,
      prints: 'keyed digests that tell the same papers again',
      erased_at: 'never of an open account',
    },
    // Fingerprints of a verified identity are retained with it; those of a rejected one are blanked.
    why: 'identity',
    blank: { prints: "case when verdict = 'v' then prints else '{}' end" },
  }),
  kept('kyc_verdicts', {
    file: ['identity/verdicts', 'copy.identityVerdicts', 'step_id, paper'],
    shown: 'step_id member_id paper reason',
    why: 'looks',
  }),
  kept('kyc_steps', {
    file: ['identity/steps', 'copy.identitySteps', 'id'],
    shown: 'id submission_id member_id step reason created_at',
    hidden: { actor: 'names one of our people' },
    why: 'looks',
  }),
  kept('upload_reads', {
    file: ['pictures/looks', 'copy.looks', 'id'],
    shown: 'id path member_id reason read_at',
    hidden: { operator: 'names one of our people' },
    why: 'looks',
  }),
  kept('audit_entries', {
    whose: 'false',
    hidden: each('id actor operator_id deed subject facts created_at hash', 'what our people did'),
    why: 'looks',
  }),
];
