/**
 * Public interface of uploads. A member puts a picture to a signed address; the feature that needs the picture
 * adopts it in its own transaction. Each picture has one use.
 */
import { randomBytes } from 'node:crypto';
import type { UploadKind } from '@giftlane/contract/members/upload-limits.ts';
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { type Chore, defineJob, enqueueAll, type Handlers } from '../../jobs/jobs.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Throttle, throttleKey } from '../../platform/limits/throttle.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import type { Options } from '../content/content.ts';
import type { Files } from '../files/files.ts';
import {
  dropUpload,
  findUpload,
  type Gone,
  giveUpUploads,
  insertRead,
  insertUpload,
  nowMs,
  picturesBehind,
  takeUploads,
} from './queries.ts';
import { extensionOf } from './redraw.ts';
import { addressLifeMs, identityOf, isPublic, type OwnPicture, signatureOf } from './rules.ts';
import { removeFile, sweepUploads } from './sweep.ts';

export { areRead, dropAllOf } from './queries.ts';
export { pictureHeaders } from './rules.ts';

export interface UploadParts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly files: Pick<Files, 'open' | 'closed'>;
  readonly throttle: Throttle;
  readonly options: Options;
  readonly log: Log;
}

/** The path and query of a picture's address, without the origin. */
const addressOf = (path: string, query: Record<string, string>) =>
  `/uploads/${path}?${new URLSearchParams(query)}`;

/**
 * Signs an upload address for one picture; answers it without the origin, and the picture's path. Refuses
 * `upload.too_many`.
 */
export async function signUpload(
  parts: UploadParts,
  memberId: string,
  kind: UploadKind,
): Promise<{ path: string; address: string }> {
  const { db, keys, throttle, options } = parts;
  const limit = await options.whole('throttle_upload_member');
  await throttle.hit(throttleKey('upload', memberId), limit, hours(1));
  // Random and unique: it cannot be guessed, and caches may store it for ever.
  const path = `${kind}/${randomBytes(20).toString('hex')}.${extensionOf(kind)}`;
  const most = await options.whole('max_unused_uploads_per_member');
  const row = { path, memberId, kind, lifeMs: addressLifeMs, most };
  if (!(await insertUpload(db, row))) throw new Refusal('upload.too_many', { max: most });
  return { path, address: addressOf(path, { signature: signatureOf(keys, 'put', path) }) };
}

/**
 * Deletes a member's unused picture; refuses `upload.in_use`, and `upload.not_found` for unknown ones and other
 * members'.
 */
export async function cleanUpload(
  parts: UploadParts,
  upload: { path: string; memberId: string; kind: UploadKind },
): Promise<void> {
  const outcome = await dropUpload(parts.db, upload);
  if (outcome === 'unknown') throw new Refusal('upload.not_found');
  if (outcome === 'used') throw new Refusal('upload.in_use');
  await removeFile(parts, upload);
}

export interface Adopted {
  readonly memberId: string;
  readonly kind: UploadKind;
  /** Id of the record that uses the pictures. */
  readonly usedBy: string;
  /** Each path with its field in the request, for error messages. */
  readonly pictures: readonly { readonly field: string; readonly path: string }[];
}

/**
 * Adopts pictures in the caller's transaction: each must belong to the member, have that kind, be uploaded and
 * have no other use; others are refused at their field. Repeating it for the same use changes nothing, and one
 * use may name a picture twice.
 */
export async function adoptUploads(tx: Tx, adopted: Adopted): Promise<void> {
  const { pictures, ...use } = adopted;
  const taken = new Set(
    await takeUploads(tx, { ...use, paths: [...new Set(pictures.map(({ path }) => path))] }),
  );
  const missing = pictures.filter(({ path }) => !taken.has(path));
  if (missing.length === 0) return;
  throw new z.ZodError(
    missing.map(({ field }) => ({
      code: 'custom',
      path: field.split('.'),
      message: text('error.uploadGone'),
      input: undefined,
    })),
  );
}

/** Deletes the file of a released public picture. */
const removeJob = defineJob<{ readonly path: string; readonly kind: UploadKind }>('uploads.remove');

/** Handler that deletes the files of released public pictures. Safe to run twice. */
export function uploadJobs(parts: Pick<UploadParts, 'db' | 'files'>): Handlers {
  return { [removeJob.task]: (gone: Gone) => removeFile(parts, gone) };
}

/**
 * Releases the pictures of a use, except those named: public ones are deleted at once, private ones after a day
 * without a use.
 */
export async function releaseUploads(
  tx: Tx,
  { usedBy, except = [] }: { usedBy: string; except?: readonly string[] },
): Promise<void> {
  const gone = await giveUpUploads(tx, { usedBy, except });
  if (gone.length === 0) return;
  const files = gone.map(({ path, kind }) => ({ path, kind }));
  await enqueueAll(tx, removeJob, files);
}

/** The viewing address of a private picture, without the origin. */
export type View = (path: string) => string;

/**
 * Signs viewing addresses of private pictures, valid for ten minutes for anyone who holds them: show them only
 * to the owner. Existence of a picture is not checked here.
 */
export async function openViews({ db, keys }: Pick<UploadParts, 'db' | 'keys'>): Promise<View> {
  const untilMs = Math.ceil((await nowMs(db)) + addressLifeMs);
  return (path) =>
    addressOf(path, {
      until: String(untilMs),
      signature: signatureOf(keys, 'view', path, untilMs),
    });
}

/** The decrypted bytes of a private picture; undefined when its file is missing. */
export async function readClosed(
  { files, keys }: Pick<UploadParts, 'files' | 'keys'>,
  picture: OwnPicture,
): Promise<Buffer | undefined> {
  const sealed = await files.closed.get(picture.path);
  return sealed && keys.openBytes(sealed, identityOf(picture));
}

/** A member's picture, read on demand. */
export interface Picture {
  readonly path: string;
  /** Undefined when the file is missing. */
  read(): Promise<Buffer | undefined>;
}

const picturesAtOnce = 500;

/** Lists a member's uploaded pictures for their own data export, page by page. */
export async function* picturesOf(
  parts: Pick<UploadParts, 'db' | 'files' | 'keys'>,
  memberId: string,
): AsyncGenerator<Picture> {
  let behind = '';
  for (;;) {
    const some = await picturesBehind(parts.db, { memberId, path: behind, most: picturesAtOnce });
    for (const { path, kind } of some)
      yield {
        path,
        read: () =>
          isPublic(kind) ? parts.files.open.get(path) : readClosed(parts, { memberId, path }),
      };
    const last = some.at(-1);
    if (!last || some.length < picturesAtOnce) return;
    behind = last.path;
  }
}

/**
 * The bytes of a private picture (JPEG) for an operator. The view is logged permanently before the bytes are
 * returned; a failed read is not logged. Refuses `upload.not_found`.
 */
export async function openPicture(
  parts: Pick<UploadParts, 'db' | 'files' | 'keys'>,
  look: { path: string; operator: string; reason: string },
): Promise<Buffer> {
  const upload = await findUpload(parts.db, look.path);
  const bytes = upload && (await readClosed(parts, { ...look, memberId: upload.memberId }));
  if (!bytes || !(await insertRead(parts.db, look))) throw new Refusal('upload.not_found');
  return bytes;
}

/** Periodic work of uploads. */
export function uploadChores(parts: Pick<UploadParts, 'db' | 'files' | 'log'>): Chore[] {
  return [
    {
      name: 'uploads.sweep',
      everyMs: minutes(10),
      run: (stopping) => sweepUploads(parts, stopping),
    },
  ];
}
