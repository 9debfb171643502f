/** Shows a private picture to the holder of its signed address. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Refusal } from '../../platform/http/refusal.ts';
import { Gate } from '../../platform/limits/gate.ts';
import { seconds } from '../../platform/process/durations.ts';
import { findViewable } from './queries.ts';
import { isSignature, pictureHeaders, signatureOf } from './rules.ts';
import { readClosed, type UploadParts } from './uploads.ts';

/**
 * A picture is decrypted whole and stays in memory until the client has read it: 24 at once, 6 per member, as
 * many as a browser fetches at once. A slow client is cut off after 30 seconds, or after 4 when all slots are
 * taken and a member with fewer of them waits.
 */
const showing = new Gate({
  atOnce: 24,
  ofKey: 6,
  askedOfKey: 70,
  holdMs: seconds(4),
  retryAfterSeconds: 1,
});
const patienceMs = seconds(30);

/** Waits until the client has read the response or has disconnected; cuts it off after `patienceMs`. */
function untilTaken(answer: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(() => answer.destroy(), patienceMs);
  const over = () => {
    clearTimeout(late);
    resolve();
  };
  answer.once('finish', over);
  answer.once('close', over);
  if (answer.destroyed) over();
  return promise;
}

export interface PictureView {
  readonly path: string;
  readonly untilMs: number;
  readonly signature: string;
}

/**
 * Sends a private picture with headers that forbid caching. Refuses `upload.bad_address`, and
 * `upload.not_found` when its file is missing.
 */
export async function showPicture(
  parts: UploadParts,
  { path, untilMs, signature }: PictureView,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, keys } = parts;
  const signed =
    Number.isSafeInteger(untilMs) &&
    isSignature(signature, signatureOf(keys, 'view', path, untilMs));
  const memberId = signed ? await findViewable(db, path, untilMs) : undefined;
  if (memberId === undefined) throw new Refusal('upload.bad_address');
  const giveUp = () => void reply.raw.destroy();
  const show = async () => {
    // The client disconnected while it waited for a slot.
    if (reply.raw.destroyed) return;
    const bytes = await readClosed(parts, { memberId, path });
    if (!bytes) throw new Refusal('upload.not_found');
    const taken = untilTaken(reply.raw);
    reply.headers(pictureHeaders).send(bytes);
    await taken;
  };
  await showing.run(memberId, show, { giveUp });
  return reply;
}
