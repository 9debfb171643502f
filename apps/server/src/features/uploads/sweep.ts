/** Deletes pictures: those a member deleted or replaced, and those unused for a day. */
import type { Db } from '../../platform/db/db.ts';
import { sweepAll } from '../../platform/db/sweep.ts';
import { hours } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Storage } from '../../providers/storage/port.ts';
import { dropIdle, type Gone, goneUploads, markRemoved } from './queries.ts';
import { isPublic } from './rules.ts';

interface SweepParts {
  readonly db: Db;
  readonly files: { readonly open: Storage; readonly closed: Storage };
  readonly log: Log;
}

/** Unused pictures are deleted after 24 hours (OPEN-60). */
const idleMs = hours(24);
/** A row outlives its file by this time: a repeated clean-up and an upload still under way find it. */
const keptMs = hours(24);
const batch = 200;

/** Deletes the file of a deleted picture; safe to repeat. */
export async function removeFile(
  { db, files }: Pick<SweepParts, 'db' | 'files'>,
  { path, kind }: Gone,
): Promise<void> {
  await (isPublic(kind) ? files.open : files.closed).delete(path);
  await markRemoved(db, path, keptMs);
}

/**
 * Deletes unused pictures; safe to run in several processes at once. A file is deleted a second time together
 * with its row, in case an upload under way has written it since.
 */
export async function sweepUploads(parts: SweepParts, stopping?: AbortSignal): Promise<void> {
  await sweepAll(stopping, (most) => dropIdle(parts.db, idleMs, most));
  let gone: Gone[];
  do {
    gone = await goneUploads(parts.db, { keptMs, most: batch });
    for (const one of gone) if (!stopping?.aborted) await removeFile(parts, one);
    if (gone.length > 0) parts.log.info({ pictures: gone.length }, 'unused pictures were deleted');
  } while (gone.length === batch && !stopping?.aborted);
}
