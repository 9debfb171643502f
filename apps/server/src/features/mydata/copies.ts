/** A member's copy of their data: requested with a proof, made by a job, downloaded once, then deleted. */
import { Readable } from 'node:stream';
import { enqueue } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Caller } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { days, hours, minutes } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { newToken, tokenHash } from '../../platform/secrets/secrets.ts';
import { lockMemberWhole } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import { piecesOf, putPiece, readPieces, removePieces } from './copy-files.ts';
import {
  askedInADay,
  beginCopy,
  copiesToRemove,
  dropCopies,
  findCopy,
  insertCopy,
  markFetched,
  markFilesGone,
  markReady,
  newestCopy,
  notePart,
  type StoredCopy,
  setLink,
  spendLink,
} from './copy-queries.ts';
import { copyJob, copyQueue, copyReadyJob } from './jobs.ts';
import { type ZipParts, zipOf } from './zip.ts';

export type CopyParts = ZipParts & {
  readonly db: Db;
  readonly replica: Pick<Db, 'survey'>;
  readonly options: Options;
};

/** Validity of a finished copy, and of its download token. */
const copyLifeMs = days(3);
const linkLifeMs = minutes(5);
/** A copy without a job has failed after this time. */
export const stuckMs = hours(12);

/**
 * Requests a copy. While one is being made this does nothing; a finished one is deleted. Refuses
 * `copy.too_many` after `exports_per_day` requests within 24 hours.
 */
export async function askCopy(
  { db, options }: Pick<CopyParts, 'db' | 'options'>,
  memberId: string,
): Promise<void> {
  const max = await options.whole('exports_per_day');
  await db.tx(async (tx) => {
    // Of two parallel requests only one is stored.
    await lockMemberWhole(tx, memberId);
    if ((await newestCopy(tx, memberId))?.state === 'asked') return;
    if ((await askedInADay(tx, memberId)) >= max) throw new Refusal('copy.too_many', { max });
    await dropCopies(tx, memberId);
    const id = newId('exp');
    await insertCopy(tx, { id, memberId });
    const payload = { copyId: id };
    await enqueue(tx, { job: copyJob, payload, priority: 10, queue: copyQueue });
  });
}

/** Makes a copy; safe to run twice, also in parallel: the latest attempt counts. */
export async function makeCopy(parts: CopyParts, copyId: string): Promise<void> {
  const { db, replica, options } = parts;
  const before = await findCopy(db, copyId);
  if (before?.state !== 'asked') return;
  await removePieces(parts, before);
  const begun = await beginCopy(db, copyId);
  if (!begun) return;
  const { memberId, attempt } = begun;
  const identityYears = await options.whole('identity_kept_years');
  let n = 0;
  const whole = await replica.survey(async (tx) => {
    const zip = await zipOf(tx, parts, { memberId, identityYears });
    for await (const piece of piecesOf(zip)) {
      // Recorded first, so that there is no file without a record.
      if (!(await notePart(db, { id: copyId, attempt, bytes: piece.length }))) return false;
      await putPiece(parts, { id: copyId, attempt }, n, piece);
      n += 1;
    }
    return true;
  });
  const ready =
    whole &&
    (await db.tx(async (tx) => {
      const end = await markReady(tx, { id: copyId, attempt, lifeMs: copyLifeMs });
      if (end) await enqueue(tx, { job: copyReadyJob, payload: { copyId, mailId: newId('mail') } });
      return end !== undefined;
    }));
  // Superseded by another attempt, or no longer wanted.
  if (!ready) await removePieces(parts, { id: copyId, attempt, parts: n });
}

/**
 * A one-time download token for a member's copy, valid while the caller's session lives. Refuses
 * `copy.not_found`.
 */
export async function linkCopy(db: Db, caller: Caller): Promise<string> {
  const token = newToken();
  const link = { caller, hash: tokenHash(token), lifeMs: linkLifeMs };
  if (!(await setLink(db, link))) throw new Refusal('copy.not_found');
  return token;
}

/** The copy of a download token, which is used up by it. Refuses `copy.not_found`. */
export async function fetchCopy(
  parts: CopyParts,
  token: string,
): Promise<{ copy: StoredCopy; stream: Readable }> {
  const copy = await spendLink(parts.db, tokenHash(token));
  if (!copy) throw new Refusal('copy.not_found');
  return { copy, stream: Readable.from(readPieces(parts, copy), { objectMode: false }) };
}

/** Deletes the files of an ended copy; safe to repeat. */
async function remove(parts: Pick<CopyParts, 'db' | 'files'>, copy: StoredCopy): Promise<void> {
  await removePieces(parts, copy);
  await markFilesGone(parts.db, copy.id);
}

/** Deletes a completely downloaded copy. */
export async function endFetched(parts: CopyParts, copy: StoredCopy): Promise<void> {
  await markFetched(parts.db, copy.id);
  await remove(parts, copy);
}

const removedAtOnce = 50;

/** Deletes the files of ended copies. */
export async function removeOver(
  parts: Pick<CopyParts, 'db' | 'files'>,
  stopping?: AbortSignal,
): Promise<void> {
  let over: StoredCopy[];
  do {
    over = await copiesToRemove(parts.db, removedAtOnce);
    for (const copy of over) if (!stopping?.aborted) await remove(parts, copy);
  } while (over.length === removedAtOnce && !stopping?.aborted);
}
