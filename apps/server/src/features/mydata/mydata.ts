/**
 * Public interface of members' rights to their data: download a copy, close and erase the account.
 * `register.ts` defines the treatment of every column.
 */
import type { Chore, Handlers } from '../../jobs/jobs.ts';
import { deleteOld, sweepAll } from '../../platform/db/sweep.ts';
import { minutes } from '../../platform/process/durations.ts';
import type { PostParts } from '../mails/mails.ts';
import { type CopyParts, makeCopy, removeOver, stuckMs } from './copies.ts';
import { endOverdue } from './copy-queries.ts';
import { type EraseParts, eraseDue } from './erase.ts';
import { closedJob, copyJob, copyQueue, copyReadyJob, mailClosed, mailCopyReady } from './jobs.ts';

export { closeAccount } from './close.ts';
export { myDataInvariants } from './invariants.ts';
export { zipOf } from './zip.ts';

/** Handlers of the mydata jobs. */
export function myDataJobs(parts: CopyParts & PostParts): Handlers {
  return {
    [copyJob.task]: ({ copyId }: { copyId: string }) => makeCopy(parts, copyId),
    [copyReadyJob.task]: (payload: Parameters<typeof mailCopyReady>[1]) =>
      mailCopyReady(parts, payload),
    [closedJob.task]: (payload: Parameters<typeof mailClosed>[1]) => mailClosed(parts, payload),
  };
}

/** Erases due accounts, and deletes ended copies. */
export async function sweepMyData(
  parts: CopyParts & EraseParts,
  stopping?: AbortSignal,
): Promise<void> {
  await eraseDue(parts, stopping);
  await sweepAll(
    stopping,
    (most) => endOverdue(parts.db, { stuckMs, queue: copyQueue }, most),
    deleteOld(parts.db, 'delete from data_exports', 'removed_at', { age: '30 days' }),
  );
  await removeOver(parts, stopping);
}

/** Periodic work. */
export function myDataChores(parts: CopyParts & EraseParts): Chore[] {
  return [
    {
      name: 'mydata.sweep',
      everyMs: minutes(10),
      firstAfterMs: minutes(1),
      run: (stopping) => sweepMyData(parts, stopping),
    },
  ];
}
