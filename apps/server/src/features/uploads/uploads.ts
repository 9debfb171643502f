/**
 * The uploads' face. A picture is put by a member to a signed address and waits; the feature that needs
 * it takes it over in its own transaction. One picture is used by one thing.
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
import type { Storage } from '../../providers/storage/port.ts';
import type { Options } from '../content/content.ts';
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

/** Where pictures are kept. */
export interface Files {
  /** What everybody may see: public media. */
  readonly open: Storage;
  /** What is encrypted and has no address of its own. */
  readonly closed: Storage;
}

export interface UploadParts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly files: Files;
  readonly throttle: Throttle;
  readonly options: Options;
  readonly log: Log;
}

/** The address of a picture, below the shop's own. */
const addressOf = (path: string, query: Record<string, string>) =>
  `/uploads/${path}?${new URLSearchParams(query)}`;

/** Signs an address for one picture; answers it below the shop's own, and the picture's path. */
export async function signUpload(
  parts: UploadParts,
  memberId: string,
  kind: UploadKind,
): Promise<{ path: string; address: string }> {
  const { db, keys, throttle, options } = parts;
  const limit = await options.whole('throttle_upload_member');
  await throttle.hit(throttleKey('upload', memberId), limit, hours(1));
  // Not to be guessed, and never the name of anything else: caches may keep it for ever.
  const path = `${kind}/${randomBytes(20).toString('hex')}.${extensionOf(kind)}`;
  const most = await options.whole('max_unused_uploads_per_member');
  const row = { path, memberId, kind, lifeMs: addressLifeMs, most };
  if (!(await insertUpload(db, row))) throw new Refusal('upload.too_many', { max: most });
  return { path, address: addressOf(path, { signature: signatureOf(keys, 'put', path) }) };
}

/** Deletes a member's unused picture; refuses `upload.in_use`, and `upload.not_found` for all others. */
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
  /** What uses them, by its id. */
  readonly usedBy: string;
  /** Where in the request each path stands, for the errors. */
  readonly pictures: readonly { readonly field: string; readonly path: string }[];
}

/**
 * Takes pictures over for good, in the caller's transaction: each has to be the member's, of that kind,
 * put whole and used by nothing else; what is not is refused at its field. Repeating it for the same use
 * does nothing, and one use may name a picture twice.
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

/** A picture that everybody could see and that is gone. */
const removeJob = defineJob<{ readonly path: string; readonly kind: UploadKind }>('uploads.remove');

/** Deletes the files of public pictures as soon as they are given up. Safe to run twice. */
export function uploadJobs(parts: Pick<UploadParts, 'db' | 'files'>): Handlers {
  return { [removeJob.task]: (gone: Gone) => removeFile(parts, gone) };
}

/** Gives up the pictures of a use, except those named; they are swept later, public ones at once. */
export async function releaseUploads(
  tx: Tx,
  { usedBy, except = [] }: { usedBy: string; except?: readonly string[] },
): Promise<void> {
  const gone = await giveUpUploads(tx, { usedBy, except });
  if (gone.length === 0) return;
  const files = gone.map(({ path, kind }) => ({ path, kind }));
  await enqueueAll(tx, removeJob, files);
}

/** The address below the shop's own at which a private picture can be looked at. */
export type View = (path: string) => string;

/**
 * Addresses of private pictures, good for ten minutes from now, for whoever has them: for their owner's eyes
 * only. Whether there is a picture shows when it is looked at.
 */
export async function openViews({ db, keys }: Pick<UploadParts, 'db' | 'keys'>): Promise<View> {
  const untilMs = Math.ceil((await nowMs(db)) + addressLifeMs);
  return (path) =>
    addressOf(path, {
      until: String(untilMs),
      signature: signatureOf(keys, 'view', path, untilMs),
    });
}

/** The bytes of a private picture; undefined when there are none. */
export async function readClosed(
  { files, keys }: Pick<UploadParts, 'files' | 'keys'>,
  picture: OwnPicture,
): Promise<Buffer | undefined> {
  const sealed = await files.closed.get(picture.path);
  return sealed && keys.openBytes(sealed, identityOf(picture));
}

/** A picture of a member. */
export interface Picture {
  readonly path: string;
  /** Its bytes; undefined when there are none. */
  read(): Promise<Buffer | undefined>;
}

const picturesAtOnce = 500;

/** The pictures of a member that are there, for themselves: the list is read in pieces, each picture by itself. */
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
 * The bytes of a private picture (a JPEG) for an operator. The look is written down before anybody has them,
 * and for ever; who could not see a picture has not looked at it. Refuses `upload.not_found`.
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

/** What the uploads do again and again. */
export function uploadChores(parts: Pick<UploadParts, 'db' | 'files' | 'log'>): Chore[] {
  return [
    {
      name: 'uploads.sweep',
      everyMs: minutes(10),
      run: (stopping) => sweepUploads(parts, stopping),
    },
  ];
}
