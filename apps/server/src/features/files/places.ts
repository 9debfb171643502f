/**
 * A place of files is known by a marker in it, whose id the database has: a disk that is not mounted, or is another
 * machine's own, is never taken for one whose files were deleted.
 */
import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import { remember } from '../../platform/db/remember.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { tellOnce, tellOver } from '../../platform/limits/tell-once.ts';
import { StartRefused } from '../../platform/process/ending.ts';
import type { Log } from '../../platform/process/log.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { Storage } from '../../providers/storage/port.ts';
import { adoptPlace, currentPlace, enterPlace, findPlace, notePlace } from './queries.ts';

export const markerKey = 'place/shop.txt';

export interface FileStore {
  /** `disk`, or bucket and folder. */
  readonly name: string;
  readonly open: Storage;
  readonly closed: Storage;
  /** Throws `StartRefused` where this is not the place that the database knows by this name. */
  check(): Promise<void>;
  /** Puts, reads and deletes a file, and leaves nothing, whether the place is in use or to be; answers what is wrong. */
  tryOut(): Promise<string | undefined>;
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
  /** What it is to this process: where files are written, perhaps beside an old place of this name; or the old place. */
  readonly use: 'old' | { readonly beside: string | undefined };
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

/** The marker in a place. */
function markerIn(closed: Storage, words: string) {
  const marked = async () => (await closed.get(markerKey))?.toString('utf8').trim();
  return {
    /** The id in it; undefined if there is none. */
    marked,
    /** Writes one unless there is one; answers its id. */
    async mark(): Promise<string> {
      await closed.put(markerKey, Buffer.from(newId('place')));
      const id = await marked();
      if (!id)
        throw new StartRefused(`${words}: ${markerKey} can not be read where it was written.`);
      return id;
    },
    /** Throws `StartRefused` unless it has this id. */
    async compare(id: string | undefined): Promise<void> {
      const found = await marked();
      if (found !== undefined && found === id) return;
      throw new StartRefused(
        `${words} is not where the files of this shop are: its ${markerKey} is ${found === undefined ? 'missing' : 'of another place'}. ` +
          'All machines need the same one: a folder they share, or a bucket (FILES_URL). ' +
          'If it is the right one, and its marker was lost: npm run shop -- files adopt.',
      );
    },
  };
}

/** Puts, reads and deletes a file; answers what is wrong. */
async function problemOf(closed: Storage, name: string): Promise<string | undefined> {
  const [key, bytes] = [`place/doctor-${newId('try')}.txt`, randomBytes(32)];
  await closed.put(key, bytes);
  const second = await closed.put(key, Buffer.from('twice'));
  const isRead = (await closed.get(key))?.equals(bytes);
  await closed.delete(key);
  if (second !== 'exists')
    return `${name} ignores If-None-Match: choose a server with conditional writes`;
  if (!isRead || (await closed.get(key)))
    return `${name} does not do as it says: a file was not read, or not deleted`;
  return undefined;
}

/**
 * Opens a place. The first process that uses it writes the marker, whose id the database then has. Files are written to
 * the current place, or to one beside it, which becomes the current one: a process that lacks the address of the bucket
 * does not begin a new place on its disk.
 */
export function openPlace({ db, log, name, words, use, lookMs, ...raw }: PlaceParts): FileStore {
  const { marked, mark, compare } = markerIn(raw.closed, words);
  /** Its id; undefined if no process has used it as what it is to this one. */
  const idNow = async () => {
    const [current, id] = [await currentPlace(db), await findPlace(db, name)];
    if (use === 'old') return id;
    if (current === name) return id;
    if (current === undefined || current === use.beside) return undefined;
    throw new StartRefused(
      `The files of this shop are in ${current}, not in ${words}: set FILES_URL, or FILES_OLD while they move.`,
    );
  };
  const takeUp = async () => {
    const id = await idNow();
    if (id !== undefined) return id;
    const take = use === 'old' ? notePlace : enterPlace;
    await take(db, name, await mark());
    return findPlace(db, name);
  };
  let known: string | undefined;
  const look = async () => {
    known ??= await takeUp();
    if ((await marked()) === known) return;
    known = undefined;
    await compare(await findPlace(db, name));
  };
  const tryOut = async () => {
    const id = await idNow();
    if (id !== undefined) await compare(id);
    return problemOf(raw.closed, name);
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
    tryOut,
    adopt: async () => adoptPlace(db, name, await mark()),
  };
}
