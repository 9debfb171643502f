/** Receives an uploaded picture: reads it, redraws it, stores it and records it. */

import type { Readable } from 'node:stream';
import { headBytes, maxUploadBytes } from '@giftlane/contract/members/upload-limits.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Account, makeBudget } from '../../platform/limits/budget.ts';
import { Gate } from '../../platform/limits/gate.ts';
import { hitFrom, throttleKey } from '../../platform/limits/throttle.ts';
import { days, hours, seconds } from '../../platform/process/durations.ts';
import { longWorkAtOnce } from '../../platform/render/threads.ts';
import { findUpload, markPut, type Upload } from './queries.ts';
import { measure, redraw } from './redraw.ts';
import {
  fingerprintOf,
  identityOf,
  isPublic,
  isSignature,
  noPicture,
  signatureOf,
  typeOf,
} from './rules.ts';
import type { UploadParts } from './uploads.ts';

const megabyte = 1024 * 1024;
const tooLarge = () => new Refusal('upload.too_large', { megabytes: maxUploadBytes / megabyte });

/**
 * Limits per process. Memory for reading is charged per chunk, with a share per member that fits one picture of
 * the largest size; when it is used up, the read with the highest cost (bytes times age) is ended for a cheaper
 * one. Redrawing takes up to 400 MB for four seconds (40 megapixels of 16 bits, interlaced): few run at once,
 * and members take turns. A request that waits for its turn is not read from.
 */
const memory = makeBudget({ most: 96 * megabyte, share: 12 * megabyte });
/** Overhead charged per chunk: a client may send single bytes. */
const pieceBytes = 256;
const readingOfMember = new Gate({ ofKey: 4, askedOfKey: 12 });
const drawing = new Gate({
  atOnce: Math.min(4, longWorkAtOnce),
  waiting: 64,
  // In pixels: four photographs of 24 megapixels.
  askedOfKey: 100_000_000,
  waitMs: seconds(20),
  retryAfterSeconds: 20,
});
const drawingOfNetwork = new Gate({ askedOfKey: 200_000_000, retryAfterSeconds: 20 });

/**
 * Reads a picture into memory; refuses a wrong format after the first bytes, and too large a file or too little
 * memory as soon as it shows.
 */
function readPicture(stream: Readable, account: Account): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream stays open while the client sends, and must not hold on to the chunks.
  const letGo = () => {
    account.giveUp = undefined;
    stream.off('data', take);
    stream.off('end', whole);
    chunks.length = 0;
  };
  const stop = (error: Refusal) => {
    letGo();
    // Discard the rest of the body, so that the client receives the answer.
    stream.resume();
    reject(error);
  };
  const noRoom = () => stop(new Refusal('request.throttled', { retryAfterSeconds: 5 }));
  const take = (chunk: Buffer) => {
    const known = size >= headBytes;
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxUploadBytes) return stop(tooLarge());
    if (!account.take(chunk.length + pieceBytes)) return noRoom();
    const head = known || size < headBytes ? undefined : Buffer.concat(chunks);
    if (head && !typeOf(head)) stop(noPicture(head));
  };
  const whole = () => {
    resolve(Buffer.concat(chunks));
    letGo();
  };
  account.giveUp = noRoom;
  stream.on('data', take);
  stream.once('end', whole);
  stream.once('error', () => stop(new Refusal('request.malformed')));
  // Closed early: there is no client left to answer.
  const closed = () => stop(new Refusal('request.timeout'));
  stream.once('close', closed);
  if (stream.destroyed) closed();
  return promise;
}

/** Average tries per signed address: connections break. */
const triesEach = 3;

/** Counts a try before the body is read, because a failed one also takes memory and may be drawn. */
async function countTry({ throttle, options }: UploadParts, memberId: string) {
  const limit = (await options.whole('throttle_upload_member')) * triesEach;
  await throttle.hit(throttleKey('upload try', memberId), limit, hours(1));
}

/** Least bytes counted per pixel: strong compression makes drawing no cheaper. */
const pixelBytes = 0.2;

const kilobytes = (bytes: number) => Math.ceil(bytes / 1024) + 1;

/** Limits a member's uploads per hour, in kilobytes, to bound the work of redrawing. */
async function countBytes({ throttle, options }: UploadParts, memberId: string, bytes: number) {
  const limit = (await options.whole('throttle_upload_megabytes')) * 1024;
  await throttle.hit(throttleKey('upload bytes', memberId), limit, hours(1), kilobytes(bytes));
}

/** A network may store in a day what this many members may send in an hour. */
const membersOfNetwork = 10;

/**
 * Limits the stored kilobytes per network and day: a redrawn file can be far larger than the upload, and one
 * person can open many accounts.
 */
async function countKept({ throttle, options }: UploadParts, address: string, bytes: number) {
  const limit = (await options.whole('throttle_upload_megabytes')) * 1024 * membersOfNetwork;
  const weight = kilobytes(bytes);
  await hitFrom(throttle, { kind: 'upload kept', address, limit, windowMs: days(1), weight });
}

/**
 * The upload of a signed address; refuses `upload.bad_address` (wrong signature, expired or deleted) and
 * `upload.already_put`.
 */
async function requireOpen(
  { db, keys }: UploadParts,
  path: string,
  signature: string,
): Promise<Upload> {
  // Verify the signature before any query.
  if (!isSignature(signature, signatureOf(keys, 'put', path)))
    throw new Refusal('upload.bad_address');
  const upload = await findUpload(db, path);
  if (upload?.put) throw new Refusal('upload.already_put');
  if (!upload?.open) throw new Refusal('upload.bad_address');
  return upload;
}

/**
 * Stores a picture under its path, once. Refuses `upload.already_put`, and `upload.bad_address` when it was
 * deleted meanwhile.
 */
async function keep(parts: UploadParts, path: string, upload: Upload, drawn: Buffer) {
  const { db, files, keys } = parts;
  const open = isPublic(upload.kind);
  const place = open ? files.open : files.closed;
  const bytes = open ? drawn : keys.seal(drawn, identityOf({ memberId: upload.memberId, path }));
  if ((await place.put(path, bytes)) === 'exists') throw new Refusal('upload.already_put');
  // Recognises a picture of a card or document that any member uploads again.
  const fingerprint = open ? null : fingerprintOf(keys, drawn);
  if (await markPut(db, path, fingerprint)) return;
  // A storage may keep both of two parallel uploads, and then has the later one: it stays.
  if ((await findUpload(db, path))?.put) throw new Refusal('upload.already_put');
  // Deleted meanwhile, and the sweep may have run before the file was written.
  await place.delete(path);
  throw new Refusal('upload.bad_address');
}

export interface Incoming {
  readonly path: string;
  readonly signature: string;
  /** The Content-Length header, if any. */
  readonly length: number | undefined;
  readonly stream: Readable;
  /** The client's IP address. */
  readonly address: string;
}

/**
 * Receives a picture put to a signed address. Refuses an invalid address, a second upload, formats other than
 * PNG and JPEG, too large a file, and `request.throttled` when it would wait too long.
 */
export async function receive(parts: UploadParts, incoming: Incoming): Promise<void> {
  const { path, stream, length, address } = incoming;
  const network = networkOf(address);
  const upload = await requireOpen(parts, path, incoming.signature);
  const { memberId, kind } = upload;
  await countTry(parts, memberId);
  if (length !== undefined && length > maxUploadBytes) throw tooLarge();
  await readingOfMember.run(memberId, () =>
    memory.run(memberId, async (account) => {
      const bytes = await readPicture(stream, account);
      await countBytes(parts, memberId, bytes.length);
      const type = typeOf(bytes);
      if (!type) throw noPicture(bytes);
      const pixels = await measure(bytes, type);
      const photographed = Math.ceil(pixels * pixelBytes);
      if (photographed > bytes.length)
        await countBytes(parts, memberId, photographed - bytes.length);
      const weight = { weight: pixels };
      const draw = () => drawing.run(memberId, () => redraw(bytes, kind), weight);
      const drawn = await drawingOfNetwork.run(network, draw, weight);
      await countKept(parts, address, drawn.length);
      await keep(parts, path, upload, drawn);
    }),
  );
}
