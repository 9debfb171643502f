/** Failed jobs in the back office. */
import * as calls from '@giftlane/contract/office/payouts.ts';
import { text } from '@giftlane/texts/text.ts';
import { findJob, pageOfFailed, retryJobs, type StoredJob } from '../../jobs/watch-queries.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageLimit, pageOfRows } from '../../platform/db/pages.ts';
import type { Http, Operator } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { refuseDecided, requireHold } from '../cases/cases.ts';
import { factsOf, historyShown } from './money-queues.ts';

const deeds = ['jobs.retry', 'job retry'];

const rowOf = ({ id, state, task, createdAt }: StoredJob) => ({
  _id: id,
  dCreatedAt: createdAt.toISOString(),
  sAbout: task,
  oAmount: null,
  eState: state === 'failed' ? ('failed' as const) : ('pending' as const),
});

const isId = (id: string) => /^\d{1,18}$/.test(id);

/** Who retried a job, by the log: its row is gone once it is done. The newest entry of the operator is this very try. */
async function retriedBy(db: Db, id: string, { email }: Operator): Promise<string | null> {
  const entries = await historyShown(db, id, deeds);
  const own = entries.findIndex(({ sWho }) => sWho === email);
  return entries.find((_, i) => i !== own)?.sWho ?? null;
}

/** Serves the calls. */
export function failedJobRoutes(http: Http, { db }: { readonly db: Db }): void {
  http.route(calls.listFailedJobs, async ({ query: { sAfter } }) => {
    const after = sAfter !== undefined && isId(sAfter) ? sAfter : undefined;
    return { data: pageOfRows((await pageOfFailed(db, { after, limit: pageLimit })).map(rowOf)) };
  });
  http.route(calls.showFailedJob, async ({ params: { id } }) => {
    const job = isId(id) ? await findJob(db, id) : undefined;
    if (!job) throw new Refusal('case.not_found');
    return {
      data: {
        ...rowOf(job),
        oMember: null,
        aFacts: factsOf({
          task: job.task,
          payload: JSON.stringify(job.payload),
          attempts: `${job.attempts} / ${job.mostAttempts}`,
          due: job.dueAt.toISOString(),
          problem: job.error,
        }),
        aHistory: await historyShown(db, id, deeds),
      },
    };
  });
  http.route(calls.retryJob, async ({ params: { id }, body: { bWholeTask } }, { operator }) => {
    await requireHold(db, { queue: 'jobs', id, operator });
    const job = isId(id) ? await findJob(db, id) : undefined;
    const again =
      job?.state === 'failed' ? await retryJobs(db, bWholeTask ? { task: job.task } : { id }) : 0;
    if (again === 0)
      return refuseDecided(db, await retriedBy(db, id, operator), text('office.jobs.again'));
    return { data: { nAgain: again } };
  });
}
