/** Encrypts everything under the newest key, in walks through each place that go on where they were stopped. */
import type { Db } from '../db/db.ts';
import type { Log } from '../process/log.ts';
import type { Sealed, SealedPlace } from './sealed-places.ts';
import type { KeyRing } from './secrets.ts';
import { advanceWalk, beginWalk, hasOlderKey, holdWalk } from './walk-queries.ts';

interface ResealParts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly places: readonly SealedPlace[];
  readonly log: Log;
}

/** Those of some rows that are under an older key, encrypted again; `failed` counts what does not open or is not there. */
function encryptedAgain(
  { keys, log }: ResealParts,
  { name }: SealedPlace,
  rows: readonly Sealed[],
) {
  const changed: { id: string; was: Buffer; sealed: Buffer }[] = [];
  let failed = 0;
  for (const { id, identity, passing, sealed: was } of rows)
    try {
      if (!was && !passing) throw new Error('its file is missing');
      if (was && (was[0] ?? 0) < keys.newest)
        changed.push({ id, was, sealed: keys.seal(keys.openBytes(was, identity), identity) });
    } catch (err) {
      failed += 1;
      log.error({ err, place: name, id }, 'can not be encrypted anew, and stays as it is');
    }
  return { changed, failed };
}

/** Walks through a place to its end, unless another process does. */
async function walk(parts: ResealParts, place: SealedPlace, stopping?: AbortSignal): Promise<void> {
  const { db, keys, log } = parts;
  let after = await holdWalk(db, place.name, keys.newest);
  while (after !== undefined && !stopping?.aborted) {
    const rows = await place.rows(db, place.atOnce, { after });
    const { changed, failed } = encryptedAgain(parts, place, rows);
    if (changed.length > 0) await place.replace(db, changed);
    const next = rows.length < place.atOnce ? undefined : rows.at(-1)?.id;
    const counts = { seen: rows.length, changed: changed.length, failed };
    const step = { place: place.name, toKey: keys.newest, after, next, ...counts };
    if (!(await advanceWalk(db, step))) return;
    if (next === undefined) log.info({ place: place.name, key: keys.newest }, 'encrypted anew');
    after = next;
  }
}

/**
 * Encrypts anew what is under an older key than this process's first one; safe beside running processes, also those
 * that have another key first, and in several at once. A place is walked once more if such a process was there meanwhile.
 */
export async function resealAll(parts: ResealParts, stopping?: AbortSignal): Promise<void> {
  const { db, keys, places } = parts;
  if (!(await hasOlderKey(db, keys.newest))) return;
  for (const place of places) {
    if (stopping?.aborted) return;
    await beginWalk(db, place.name, keys.newest);
    await walk(parts, place, stopping);
  }
}
