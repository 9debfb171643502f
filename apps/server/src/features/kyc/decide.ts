/** Decisions on submissions. Each is logged, mailed, and made once. */
import { papers } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { crashPoint } from '../../platform/process/crash.ts';
import { lockKycStatus, setKycStatus } from '../accounts/accounts.ts';
import { type CaseWorker, refuseDecided, requireHold } from '../cases/cases.ts';
import { areRead, releaseUploads } from '../uploads/uploads.ts';
import {
  identityOf,
  isAccepted,
  keptDays,
  type PaperVerdict,
  type PersonalData,
  pathsOf,
} from './papers.ts';
import {
  endOf,
  findSubmission,
  newestSubmission,
  type Submission,
  setDecided,
  wasShownTo,
} from './queries.ts';
import { take } from './steps.ts';
import type { KycParts } from './submit.ts';
import { paperWords } from './words.ts';

/**
 * Refuses `kyc.not_shown` unless the operator has viewed this very submission: it may have replaced a rejected
 * one since, or the typed address may belong to another member by now.
 */
async function requireShown(tx: Tx, submission: Submission, actor: string): Promise<void> {
  if (!(await wasShownTo(tx, submission.id, actor))) throw new Refusal('kyc.not_shown');
}

/** Refuses `kyc.pictures_not_seen` unless the operator has viewed each accepted picture since the submission. */
async function requireSeen(
  tx: Tx,
  submission: Submission,
  { actor, accepted = papers }: { actor: string; accepted?: Parameters<typeof pathsOf>[1] },
): Promise<void> {
  const look = { operator: actor, since: submission.createdAt };
  if (!(await areRead(tx, { paths: pathsOf(submission, accepted), ...look })))
    throw new Refusal('kyc.pictures_not_seen');
}

interface Decision {
  readonly actor: string;
  readonly status: 'v' | 'r';
  readonly reason?: string;
  readonly verdicts?: readonly PaperVerdict[];
  /** The data that is kept of a rejected submission, encrypted. */
  readonly kept?: Buffer | null;
}

/** Decides a submission of a locked member; of a rejected one only what was accepted stays. */
async function settle(tx: Tx, submission: Submission, decision: Decision): Promise<void> {
  const { status, kept = null, verdicts = [], actor, reason = '' } = decision;
  const sealed = status === 'v' ? submission.sealed : kept;
  await setDecided(tx, submission.id, { verdict: status, sealed, keptDays });
  if (status === 'r') {
    const accepted = verdicts.filter(isAccepted).map(({ paper }) => paper);
    await releaseUploads(tx, { usedBy: submission.id, except: pathsOf(submission, accepted) });
  }
  await setKycStatus(tx, submission.memberId, status);
  const step = status === 'v' ? 'verified' : 'rejected';
  await take(tx, submission, { step, actor, reason, verdicts });
  crashPoint('kyc.before_decision_commit');
}

/** Verifies the waiting submission. Refuses `kyc.nothing_waits`, `kyc.not_shown` and `kyc.pictures_not_seen`. */
export function verifyKyc(db: Db, memberId: string, actor: string): Promise<void> {
  return db.tx(async (tx) => {
    const status = await lockKycStatus(tx, memberId);
    const submission = await newestSubmission(tx, memberId);
    if (status !== 's' || !submission) throw new Refusal('kyc.nothing_waits');
    await requireShown(tx, submission, actor);
    await requireSeen(tx, submission, { actor });
    await settle(tx, submission, { actor, status: 'v' });
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
    await settle(tx, submission, { actor, status: 'r', reason });
  });
}

/** A waiting submission. Refuses `kyc.not_found`, and `case.decided` with what was decided by whom. */
export async function needWaiting(db: Db | Tx, id: string): Promise<Submission> {
  const submission = await findSubmission(db, id);
  if (!submission) throw new Refusal('kyc.not_found');
  if (submission.verdict === null) return submission;
  const end = await endOf(db, id);
  const byMember = end?.actor === submission.memberId;
  if (byMember)
    return refuseDecided(db, text('office.identity.theMember'), text('office.identity.withdrawn'));
  const outcome =
    submission.verdict === 'v'
      ? text('office.identity.verified')
      : text('office.identity.declined', { reason: end?.reason ?? '' });
  return refuseDecided(db, end?.actor ?? null, outcome);
}

/** The data that is kept: all of it, or the types of the documents where the data was declined. */
function keptOf(
  { keys }: Pick<KycParts, 'keys'>,
  one: Submission,
  verdicts: readonly PaperVerdict[],
) {
  const accepted = verdicts.filter(isAccepted);
  if (accepted.length === 0 || !one.sealed) return null;
  if (accepted.some(({ paper }) => paper === 'data')) return one.sealed;
  const data: PersonalData = JSON.parse(keys.open(one.sealed, identityOf(one)));
  const { typeOfId, typeOfAddress } = data;
  return keys.seal(JSON.stringify({ typeOfId, typeOfAddress }), identityOf(one));
}

export interface Review {
  readonly id: string;
  readonly operator: CaseWorker;
  /** One of each paper. */
  readonly verdicts: readonly PaperVerdict[];
}

/**
 * Decides a waiting submission by a verdict on each paper; answers the member's new status. Refuses `kyc.not_found`,
 * `case.decided`, `case.held`, `kyc.not_shown` and `kyc.pictures_not_seen`.
 */
export function decideKyc(parts: KycParts, { id, operator, verdicts }: Review) {
  return parts.db.tx(async (tx) => {
    await lockKycStatus(tx, (await needWaiting(tx, id)).memberId);
    // Read again under the lock.
    const submission = await needWaiting(tx, id);
    await requireHold(tx, { queue: 'identity', id, operator });
    const actor = operator.operatorId;
    await requireShown(tx, submission, actor);
    const accepted = verdicts.filter(isAccepted).map(({ paper }) => paper);
    await requireSeen(tx, submission, { actor, accepted });
    const status: 'v' | 'r' = accepted.length === papers.length ? 'v' : 'r';
    const kept = keptOf(parts, submission, verdicts);
    const reason = paperWords(verdicts).join('\n');
    await settle(tx, submission, { actor, status, reason, verdicts, kept });
    return status;
  });
}
