/**
 * Identity verification: submitted by the member, decided by an operator. The submission is encrypted; every
 * step and every view of it is logged permanently.
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
  waitingPapers,
  waitingSubmissions,
} from './queries.ts';

export interface KycParts {
  readonly db: Db;
  readonly keys: KeyRing;
}

/** The encrypted part of a submission: everything but the paths of the pictures. */
export type PersonalData = Omit<
  KycSubmission,
  'docFront' | 'docBack' | 'docAddress' | 'docSelffie' | 'terms'
>;

/** Binds the encryption to the submission: the data decrypts only as this submission of this member. */
const identityOf = ({ memberId, id }: Pick<Submission, 'memberId' | 'id'>) =>
  `kyc ${memberId} ${id}`;

/** Splits a submission. Fields keep the schema's order, so that equal content has equal JSON. */
function splitSubmission(body: KycSubmission) {
  const { docFront, docBack, docAddress, docSelffie, terms: _accepted, ...data } = body;
  return { data, documents: { docFront, docBack, docAddress, docSelffie } };
}

/** Equal for the same person, regardless of case, accents and the order of names. */
const personOf = ({ firstName, lastName, dob }: PersonalData): string =>
  JSON.stringify(['kyc person', wordsOf(`${firstName} ${lastName}`).sort(), dob]);

/** Logs a step and enqueues its mail to the member. */
async function take(
  tx: Tx,
  { id, memberId }: Pick<Submission, 'id' | 'memberId'>,
  { step, actor, reason = '' }: { step: Step; actor: string; reason?: string },
): Promise<void> {
  const stepId = await insertStep(tx, { submissionId: id, memberId, step, actor, reason });
  await enqueue(tx, { job: kycMailJob, payload: { stepId } });
}

/**
 * Submits a member's data and documents; a repeat while they wait changes nothing. Refuses `kyc.not_open` when
 * another submission waits or the member is verified.
 */
export async function submitKyc(
  { db, keys }: KycParts,
  memberId: string,
  body: KycSubmission,
): Promise<void> {
  const { data, documents } = splitSubmission(body);
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

/** Most other accounts shown beside one. */
const mostSharing = 50;

/**
 * The newest submission for an operator, with other accounts of the same person or documents; undefined when
 * there is none or its data is erased. The view is logged first.
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
 * Refuses `kyc.not_shown` unless the operator has viewed this very submission: it may have replaced a rejected
 * one since, or the typed address may belong to another member by now.
 */
async function requireShown(tx: Tx, submission: Submission, actor: string): Promise<void> {
  if (!(await wasShownTo(tx, submission.id, actor))) throw new Refusal('kyc.not_shown');
}

/** Refuses `kyc.pictures_not_seen` unless the operator has viewed each picture since the submission. */
async function requireSeen(tx: Tx, submission: Submission, operator: string): Promise<void> {
  const { front, back, address, selfie, createdAt } = submission;
  const paths = [front, back, address, selfie];
  if (!(await areRead(tx, { paths, operator, since: createdAt })))
    throw new Refusal('kyc.pictures_not_seen');
}

/** Verifies the waiting submission. Refuses `kyc.nothing_waits`, `kyc.not_shown` and `kyc.pictures_not_seen`. */
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
 * Rejects the waiting submission, or revokes a verification, with a reason for the member. The data is deleted
 * at once, the pictures after a day without reuse. Refuses `kyc.nothing_waits` and `kyc.not_shown`.
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

/** A member's submission as plain JSON, for their own data export. */
export const openSubmitted = (
  keys: KeyRing,
  { sealed, ...whose }: { memberId: string; id: string; sealed: Buffer },
): string => keys.open(sealed, identityOf(whose));

/** Withdraws the waiting submission of a member who leaves; its data is deleted at once. Harmless when none waits. */
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

/** After a change of name: withdraws the waiting submission, and resets a verified status but keeps its data. */
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

/** Erases the data of verified submissions; the steps remain. The pictures are deleted within two days. */
export async function eraseIdentity(tx: Tx, memberId: string): Promise<void> {
  for (const id of await verifiedOf(tx, memberId)) {
    await eraseSubmission(tx, id);
    await releaseUploads(tx, { usedBy: id });
  }
}
