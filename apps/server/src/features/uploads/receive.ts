/** Taking a picture from a request: read, drawn anew, kept, written down. */

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
 * What a process works on at once. A picture that is read takes what is there of it, and who does not fit is
 * refused. A member has a share, so that a handful who send slowly are in nobody else's way; one picture of
 * the largest fits in it. When all is taken, what has been read for long and holds much is given up for what is
 * new. One that is drawn took up to 400 MB for four seconds (40 million pixels of 16 bits, interlaced): few are drawn at
 * once, and members take turns. Whoever waits to be read is not read from.
 */
const memory = makeBudget({ most: 96 * megabyte, share: 12 * megabyte });
/** What a piece takes beside its bytes: some come one by one. */
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

/** Reads a picture into memory; refuses as soon as it is known to be none, or too large, now or ever. */
function readPicture(stream: Readable, account: Account): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream lives on, for as long as somebody sends: it must not keep what was read.
  const letGo = () => {
    account.giveUp = undefined;
    stream.off('data', take);
    stream.off('end', whole);
    chunks.length = 0;
  };
  const stop = (error: Refusal) => {
    letGo();
    // What is still coming is thrown away, so that the sender gets to hear the answer.
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
  // Closed before its end: there is nobody left to answer.
  const closed = () => stop(new Refusal('request.timeout'));
  stream.once('close', closed);
  if (stream.destroyed) closed();
  return promise;
}

/** As often as this an address that was signed may be tried, on average: networks break. */
const triesEach = 3;

/** Counts a try before it is read: whatever comes of it, it holds a place and may be drawn. */
async function countTry({ throttle, options }: UploadParts, memberId: string) {
  const limit = (await options.whole('throttle_upload_member')) * triesEach;
  await throttle.hit(throttleKey('upload try', memberId), limit, hours(1));
}

/** What a pixel of a photograph takes at least: what is packed better is no less to draw. */
const pixelBytes = 0.2;

const kilobytes = (bytes: number) => Math.ceil(bytes / 1024) + 1;

/** Counts what a member has sent, so that nobody keeps the shop busy drawing. */
async function countBytes({ throttle, options }: UploadParts, memberId: string, bytes: number) {
  const limit = (await options.whole('throttle_upload_megabytes')) * 1024;
  await throttle.hit(throttleKey('upload bytes', memberId), limit, hours(1), kilobytes(bytes));
}

/** In a day as much is kept of a network as so many members may send in an hour. */
const membersOfNetwork = 10;

/** Counts what is kept, which may be far more than was sent: members are easily made, and a disk is full once. */
async function countKept({ throttle, options }: UploadParts, address: string, bytes: number) {
  const limit = (await options.whole('throttle_upload_megabytes')) * 1024 * membersOfNetwork;
  const weight = kilobytes(bytes);
  await hitFrom(throttle, { kind: 'upload kept', address, limit, windowMs: days(1), weight });
}

/** The upload behind an address; refuses one that is not signed, not open any more, or used already. */
async function requireOpen(
  { db, keys }: UploadParts,
  path: string,
  signature: string,
): Promise<Upload> {
  // Before anything is looked up: what is not signed is nobody's business.
  if (!isSignature(signature, signatureOf(keys, 'put', path)))
    throw new Refusal('upload.bad_address');
  const upload = await findUpload(db, path);
  if (upload?.put) throw new Refusal('upload.already_put');
  if (!upload?.open) throw new Refusal('upload.bad_address');
  return upload;
}

/** Keeps a picture under its path, once; refuses `upload.already_put`. */
async function keep(parts: UploadParts, path: string, upload: Upload, drawn: Buffer) {
  const { db, files, keys } = parts;
  const open = isPublic(upload.kind);
  const place = open ? files.open : files.closed;
  const bytes = open ? drawn : keys.seal(drawn, identityOf({ memberId: upload.memberId, path }));
  if ((await place.put(path, bytes)) === 'exists') throw new Refusal('upload.already_put');
  // The same picture of a card or of papers is known again, whoever puts it.
  const fingerprint = open ? null : fingerprintOf(keys, drawn);
  if (await markPut(db, path, fingerprint)) return;
  // Cleaned up meanwhile: nobody wants it, and the sweep may have been here before.
  await place.delete(path);
  throw new Refusal('upload.bad_address');
}

export interface Incoming {
  readonly path: string;
  readonly signature: string;
  /** What the request says of its length, if it does. */
  readonly length: number | undefined;
  readonly stream: Readable;
  /** Where it comes from. */
  readonly address: string;
}

/**
 * Takes a picture that is put to a signed address. Refuses an address that does not work, what is no PNG
 * or JPEG, what is too large, a second picture, and what would wait too long for its turn.
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
