import { enqueue } from '../../jobs/jobs.ts';
import type { Tx } from '../../platform/db/db.ts';
import { kycMailJob } from './jobs.ts';
import type { PaperVerdict } from './papers.ts';
import { insertStep, insertVerdicts, type Step, type Submission } from './queries.ts';

interface Taken {
  readonly step: Step;
  readonly actor: string;
  readonly reason?: string;
  readonly verdicts?: readonly PaperVerdict[];
}

/** Logs a step and enqueues its mail to the member. */
export async function take(
  tx: Tx,
  { id, memberId }: Pick<Submission, 'id' | 'memberId'>,
  { verdicts = [], ...step }: Taken,
): Promise<void> {
  const stepId = await insertStep(tx, { submissionId: id, memberId, ...step });
  await insertVerdicts(tx, { stepId, memberId, verdicts });
  await enqueue(tx, { job: kycMailJob, payload: { stepId } });
}
