/**
 * A place of files is known by a marker in it, whose id the database has: a disk that is not mounted, or is another
 * machine's own, is never taken for one whose files were deleted.
 */
import type { Db } from '../../platform/db/db.ts';
import { remember } from '../../platform/db/remember.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { tellOnce, tellOver } from '../../platform/limits/tell-once.ts';
import { StartRefused } from '../../platform/process/ending.ts';
import type { Log } from '../../platform/process/log.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { Storage } from '../../providers/storage/port.ts';
import { findPlace, insertPlace, replacePlace } from './queries.ts';

export const markerKey = 'place/shop.txt';

export interface FileStore {
  /** `disk`, or bucket and folder. */
  readonly name: string;
  readonly open: Storage;
  readonly closed: Storage;
  /** Throws `StartRefused` where this is not the place that the database knows by this name. */
  check(): Promise<void>;
  /** Makes this the one the database knows: the files of another are lost, or were copied here. */
  adopt(): Promise<void>;
}

interface PlaceParts {
  readonly db: Db;
  readonly log: Log;
  readonly name: string;
  readonly open: Storage;
  readonly closed: Storage;
  /** How the configuration names it, in messages. */
  readonly words: string;
  /** How long a look at the marker counts. A disk may be unmounted at any time. */
  readonly lookMs: number;
}

/** Every answer that depends on the place being ours asks `check` first; a file that is there needs none. */
function guarded(storage: Storage, check: () => Promise<void>): Storage {
  const orCheck = async <T>(found: T | undefined): Promise<T | undefined> => {
    if (found === undefined) await check();
    return found;
  };
  return {
    async put(key, bytes) {
      await check();
      return storage.put(key, bytes);
    },
    get: async (key) => orCheck(await storage.get(key)),
    size: async (key) => orCheck(await storage.size(key)),
    async *list() {
      await check();
      yield* storage.list();
    },
    async replace(key, bytes) {
      await check();
      return storage.replace(key, bytes);
    },
    async delete(key) {
      await check();
      await storage.delete(key);
    },
  };
}

/** Opens a place. The first process that uses it writes the marker, whose id the database then has. */
export function openPlace({ db, log, name, words, lookMs, ...raw }: PlaceParts): FileStore {
  const marked = async () => (await raw.closed.get(markerKey))?.toString('utf8').trim();
  const mark = async () => {
    await raw.closed.put(markerKey, Buffer.from(newId('place')));
    const id = await marked();
    if (!id) throw new StartRefused(`${words}: ${markerKey} can not be read where it was written.`);
    return id;
  };
  let known: string | undefined;
  const look = async () => {
    known ??= (await findPlace(db, name)) ?? (await insertPlace(db, name, await mark()));
    const found = await marked();
    if (found === known) return;
    known = undefined;
    const id = await findPlace(db, name);
    if (found !== undefined && found === id) return;
    throw new StartRefused(
      `${words} is not where the files of this shop are: its ${markerKey} is ${found === undefined ? 'missing' : 'of another place'}. ` +
        'All machines need the same one: a folder they share, or a bucket (FILES_URL). ' +
        'If it is the right one, and its marker was lost: npm run shop -- files adopt.',
    );
  };
  const check = remember(lookMs, look);
  const about = `place ${name}`;
  const refuse = async () => {
    try {
      await check();
      tellOver(log, about, 'the place of files is the right one again');
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error;
      tellOnce(log, about, 'files are refused', { reason: error.message }, 'error');
      const refusal = new Refusal('server.unavailable');
      refusal.cause = error;
      throw refusal;
    }
  };
  return {
    name,
    open: guarded(raw.open, refuse),
    closed: guarded(raw.closed, refuse),
    check: look,
    adopt: async () => replacePlace(db, name, await mark()),
  };
}
