/**
 * Identity verification: submitted by the member, decided by an operator. The submission is encrypted; every
 * step and every view of it is logged permanently.
 */
import type { Db, Tx } from '../../platform/db/db.ts';
import { sweepAll } from '../../platform/db/sweep.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { lockKycStatus, setKycStatus } from '../accounts/accounts.ts';
import { releaseUploads } from '../uploads/uploads.ts';
import { identityOf, type PersonalData } from './papers.ts';
import {
  eraseSubmission,
  insertStep,
  keptOver,
  newestSubmission,
  type Sharing,
  type Submission,
  setDecided,
  sharingWith,
  verifiedOf,
} from './queries.ts';
import { take } from './steps.ts';
import { giveUpKept, type KycParts } from './submit.ts';

export { rejectKyc, verifyKyc } from './decide.ts';
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

/** Most other accounts shown beside one. */
const mostSharing = 50;

interface Shown {
  readonly submission: Submission;
  readonly data: PersonalData;
  readonly sharing: Sharing[];
}

/**
 * A submission for an operator, with other accounts of the same person or documents; undefined when its data is
 * deleted. The view is logged first.
 */
export async function showSubmission(
  { db, keys }: KycParts,
  submission: Submission,
  actor: string,
): Promise<Shown | undefined> {
  const { id, memberId, sealed } = submission;
  if (!sealed) return undefined;
  await insertStep(db, { submissionId: id, memberId, step: 'shown', actor });
  const data: PersonalData = JSON.parse(keys.open(sealed, identityOf(submission)));
  return { submission, data, sharing: await sharingWith(db, id, mostSharing) };
}

/** The newest submission for an operator; undefined when there is none or its data is deleted. */
export async function showKyc(
  parts: KycParts,
  memberId: string,
  actor: string,
): Promise<Shown | undefined> {
  const submission = await newestSubmission(parts.db, memberId);
  return submission && showSubmission(parts, submission, actor);
}

/** A member's submission as plain JSON, for their own data export. */
export const openSubmitted = (
  keys: KeyRing,
  { sealed, ...whose }: { memberId: string; id: string; sealed: Buffer },
): string => keys.open(sealed, identityOf(whose));

/** Ends a waiting submission without a decision of ours. */
async function withdraw(tx: Tx, id: string): Promise<void> {
  await setDecided(tx, id, { verdict: 'r', sealed: null });
  await releaseUploads(tx, { usedBy: id });
}

/** Withdraws what a member who leaves has submitted and is not verified; its data is deleted at once. */
export async function withdrawKyc(tx: Tx, memberId: string): Promise<void> {
  const status = await lockKycStatus(tx, memberId);
  const submission = await newestSubmission(tx, memberId);
  if (!submission) return;
  await giveUpKept(tx, submission.id);
  if (status !== 's') return;
  await withdraw(tx, submission.id);
  await setKycStatus(tx, memberId, 'r');
  const step = { step: 'rejected', actor: memberId, reason: 'The account was closed' } as const;
  await insertStep(tx, { submissionId: submission.id, memberId, ...step });
}

/**
 * After a change of name: withdraws the waiting submission, gives up what was accepted of a declined one, and resets
 * a verified status but keeps its data.
 */
export async function renameMember(tx: Tx, memberId: string): Promise<void> {
  const status = await lockKycStatus(tx, memberId);
  const submission = await newestSubmission(tx, memberId);
  if (!submission) return;
  await giveUpKept(tx, submission.id);
  if (status !== 's' && status !== 'v') return;
  if (status === 's') await withdraw(tx, submission.id);
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

/** Gives up what was accepted where the rest never came. */
export const sweepKept = (db: Db, stopping?: AbortSignal): Promise<void> =>
  sweepAll(stopping, async (most) => {
    const over = await keptOver(db, most);
    for (const { id, memberId } of over)
      await db.tx(async (tx) => {
        await lockKycStatus(tx, memberId);
        await giveUpKept(tx, id);
      });
    return over.length;
  });
