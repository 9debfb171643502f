/**
 * Who a member is, on paper: submitted once, decided by an operator. What was submitted is encrypted; each
 * step, and each look at it, is written down for ever.
 */
import type { KycSubmission } from '@giftlane/contract/members/kyc.ts';
import { wordsOf } from '@giftlane/contract/members/letters.ts';
import { enqueue } from '../../jobs/jobs.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { lockKycStatus, setKycStatus } from '../accounts/accounts.ts';
import { adoptUploads, areRead, releaseUploads } from '../uploads/uploads.ts';
import { kycMailJob } from './jobs.ts';
import {
  decide,
  eraseSubmission,
  insertStep,
  insertSubmission,
  newestSubmission,
  type Sharing,
  type Step,
  type Submission,
  sharingWith,
  verifiedOf,
  wasShownTo,
} from './queries.ts';

export { kycInvariants } from './invariants.ts';
export { kycJobs } from './jobs.ts';
export {
  countWaiting,
  type Submission,
  stepsOf,
  verifiedOf,
  waitingSubmissions,
} from './queries.ts';

export interface KycParts {
  readonly db: Db;
  readonly keys: KeyRing;
}

/** What is encrypted: everything but where the pictures are. */
export type PersonalData = Omit<
  KycSubmission,
  'docFront' | 'docBack' | 'docAddress' | 'docSelffie' | 'terms'
>;

/** What papers are encrypted for: as another submission, or another member's, they do not open. */
const identityOf = ({ memberId, id }: Pick<Submission, 'memberId' | 'id'>) =>
  `kyc ${memberId} ${id}`;

/** Fields in the schema's order, whatever theirs was: the same content is the same text. */
function parted(body: KycSubmission) {
  const { docFront, docBack, docAddress, docSelffie, terms: _accepted, ...data } = body;
  return { data, documents: { docFront, docBack, docAddress, docSelffie } };
}

/** Equal for the same person, however the names are written, and in whichever order. */
const personOf = ({ firstName, lastName, dob }: PersonalData): string =>
  JSON.stringify(['kyc person', wordsOf(`${firstName} ${lastName}`).sort(), dob]);

/** A step, and the mail that tells the member of it. */
async function take(
  tx: Tx,
  { id, memberId }: Pick<Submission, 'id' | 'memberId'>,
  { step, actor, reason = '' }: { step: Step; actor: string; reason?: string },
): Promise<void> {
  const stepId = await insertStep(tx, { submissionId: id, memberId, step, actor, reason });
  await enqueue(tx, { job: kycMailJob, payload: { stepId } });
}

/**
 * Submits a member's data and documents, once: the same again while it waits changes nothing. Refuses
 * `kyc.not_open` when something else waits or the member is verified.
 */
export async function submitKyc(
  { db, keys }: KycParts,
  memberId: string,
  body: KycSubmission,
): Promise<void> {
  const { data, documents } = parted(body);
  const contentHash = keys.fingerprint(JSON.stringify(['kyc', memberId, data, documents]));
  await db.tx(async (tx) => {
    const status = await lockKycStatus(tx, memberId);
    if (status !== 'p' && status !== 'r') {
      const known = await newestSubmission(tx, memberId);
      if (status === 's' && known?.contentHash.equals(contentHash)) return;
      throw new Refusal('kyc.not_open');
    }
    const id = newId('kyc');
    const pictures = Object.entries(documents).map(([field, path]) => ({ field, path }));
    await adoptUploads(tx, { memberId, kind: 'kycDocs', usedBy: id, pictures });
    await insertSubmission(tx, {
      id,
      memberId,
      sealed: keys.seal(JSON.stringify(data), identityOf({ memberId, id })),
      contentHash,
      person: keys.fingerprint(personOf(data)),
      front: documents.docFront,
      back: documents.docBack,
      address: documents.docAddress,
      selfie: documents.docSelffie,
    });
    await setKycStatus(tx, memberId, 's');
    await take(tx, { id, memberId }, { step: 'submitted', actor: memberId });
  });
}

/** As many accounts are shown beside one. */
const mostSharing = 50;

/**
 * What was submitted last and is still there, for an operator, with the other accounts of the same person or papers: the
 * look is written down first.
 */
export async function showKyc(
  { db, keys }: KycParts,
  memberId: string,
  actor: string,
): Promise<{ submission: Submission; data: PersonalData; sharing: Sharing[] } | undefined> {
  const submission = await newestSubmission(db, memberId);
  if (!submission?.sealed) return undefined;
  const { id, sealed } = submission;
  await insertStep(db, { submissionId: id, memberId, step: 'shown', actor });
  const data: PersonalData = JSON.parse(keys.open(sealed, identityOf({ memberId, id })));
  return { submission, data, sharing: await sharingWith(db, id, mostSharing) };
}

/**
 * Refuses `kyc.not_shown` to whoever has not looked at that very submission: since they looked, it may have
 * been refused and followed by another, or the address they type may have become somebody else's.
 */
async function requireShown(tx: Tx, submission: Submission, actor: string): Promise<void> {
  if (!(await wasShownTo(tx, submission.id, actor))) throw new Refusal('kyc.not_shown');
}

/** Refuses `kyc.pictures_not_seen` to whoever has not opened each of its pictures since it was submitted. */
async function requireSeen(tx: Tx, submission: Submission, operator: string): Promise<void> {
  const { front, back, address, selfie, createdAt } = submission;
  const paths = [front, back, address, selfie];
  if (!(await areRead(tx, { paths, operator, since: createdAt })))
    throw new Refusal('kyc.pictures_not_seen');
}

/**
 * Verifies what waits. Refuses `kyc.nothing_waits`, and `kyc.not_shown` and `kyc.pictures_not_seen` to
 * whoever has not looked at it and at its pictures.
 */
export function verifyKyc(db: Db, memberId: string, actor: string): Promise<void> {
  return db.tx(async (tx) => {
    const status = await lockKycStatus(tx, memberId);
    const submission = await newestSubmission(tx, memberId);
    if (status !== 's' || !submission) throw new Refusal('kyc.nothing_waits');
    await requireShown(tx, submission, actor);
    await requireSeen(tx, submission, actor);
    await decide(tx, submission.id, 'v');
    await setKycStatus(tx, memberId, 'v');
    await take(tx, submission, { step: 'verified', actor });
  });
}

/**
 * Refuses what waits, or takes a verification back, with a reason that the member reads. The data goes at
 * once, the pictures within a day. Refuses `kyc.nothing_waits`, and `kyc.not_shown` to whoever has not
 * looked at it.
 */
export function rejectKyc(
  db: Db,
  memberId: string,
  { actor, reason }: { actor: string; reason: string },
): Promise<void> {
  return db.tx(async (tx) => {
    const status = await lockKycStatus(tx, memberId);
    const submission = await newestSubmission(tx, memberId);
    if ((status !== 's' && status !== 'v') || !submission) throw new Refusal('kyc.nothing_waits');
    await requireShown(tx, submission, actor);
    await decide(tx, submission.id, 'r');
    await releaseUploads(tx, { usedBy: submission.id });
    await setKycStatus(tx, memberId, 'r');
    await take(tx, submission, { step: 'rejected', actor, reason });
  });
}

/** What a member submitted, as plain JSON, for themselves. */
export const openSubmitted = (
  keys: KeyRing,
  { sealed, ...whose }: { memberId: string; id: string; sealed: Buffer },
): string => keys.open(sealed, identityOf(whose));

/** Takes back what waits, for a member who leaves; its data goes at once. Harmless when nothing waits. */
export async function withdrawKyc(tx: Tx, memberId: string): Promise<void> {
  const status = await lockKycStatus(tx, memberId);
  const submission = await newestSubmission(tx, memberId);
  if (status !== 's' || !submission) return;
  await decide(tx, submission.id, 'r');
  await releaseUploads(tx, { usedBy: submission.id });
  await setKycStatus(tx, memberId, 'r');
  const step = { step: 'rejected', actor: memberId, reason: 'The account was closed' } as const;
  await insertStep(tx, { submissionId: submission.id, memberId, ...step });
}

/**
 * A member has another name: what waits is taken back, and who was verified is not under that one. What was verified
 * is kept.
 */
export async function renameMember(tx: Tx, memberId: string): Promise<void> {
  const status = await lockKycStatus(tx, memberId);
  const submission = await newestSubmission(tx, memberId);
  if ((status !== 's' && status !== 'v') || !submission) return;
  if (status === 's') {
    await decide(tx, submission.id, 'r');
    await releaseUploads(tx, { usedBy: submission.id });
  }
  await setKycStatus(tx, memberId, 'p');
  await take(tx, submission, { step: 'renamed', actor: memberId });
}

/** Erases what is kept of a verified identity; the steps stay. Its pictures go within two days. */
export async function eraseIdentity(tx: Tx, memberId: string): Promise<void> {
  for (const id of await verifiedOf(tx, memberId)) {
    await eraseSubmission(tx, id);
    await releaseUploads(tx, { usedBy: id });
  }
}
