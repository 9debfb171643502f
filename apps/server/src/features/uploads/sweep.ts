/** Deleting pictures: those cleaned up, those given up, and those nobody has used for a day. */
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

/** Orphans are swept after 24 hours (OPEN-60). */
const idleMs = hours(24);
/** A row outlives its file, so that a clean-up may be repeated and an upload under way is found out. */
const keptMs = hours(24);
const batch = 200;

/** Deletes the file of a picture that is gone; safe to repeat. */
export async function removeFile(
  { db, files }: Pick<SweepParts, 'db' | 'files'>,
  { path, kind }: Gone,
): Promise<void> {
  await (isPublic(kind) ? files.open : files.closed).delete(path);
  await markRemoved(db, path, keptMs);
}

/**
 * Deletes what nobody wants. Several processes may do it at once: deleting twice is harmless. A file is
 * deleted again when its row ends, in case an upload that was under way has put it there since.
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
