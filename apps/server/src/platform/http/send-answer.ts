/** Sends prepared replies: content encoding, ETag, 304. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import {
  type LongAnswer,
  type PackedReply,
  type Packing,
  packedForm,
  worthPacking,
} from './answer.ts';
import type { KeptHow, ResponseCache } from './response-cache.ts';
import { sendBytes } from './send-bytes.ts';

/** Headers of a kind of replies, beside ETag and encoding. */
export interface Kind {
  readonly type: string;
  readonly cache: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Form = Packing | 'plain';
const forms: readonly Form[] = ['plain', 'br', 'gzip'];

const knownHeaders = new Map<string, Form>();

/** The best encoding a client accepts; parsed headers are cached. */
function acceptedForm(header: string | string[] | undefined): Form {
  const text = String(header ?? '');
  const known = knownHeaders.get(text);
  if (known) return known;
  const names = text
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  const form = forms.find((name) => name !== 'plain' && names.includes(name)) ?? 'plain';
  if (knownHeaders.size < 100) knownHeaders.set(text, form);
  return form;
}

/** Every encoding has a strong ETag of its own. */
function tagOf(tag: string, form: Form): string {
  return form === 'plain' ? `"${tag}"` : `"${tag}-${form}"`;
}

/** The matching ETag of `If-None-Match`. */
function heldTag(reply: FastifyReply, tag: string): string | undefined {
  const header = reply.request.headers['if-none-match'];
  if (header === undefined) return undefined;
  const held = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return forms.map((form) => tagOf(tag, form)).find((one) => held.includes(one));
}

/** Whether the reply may be kept by the client and those between: POST replies never are. */
const keepable = (reply: FastifyReply) => reply.request.method !== 'POST';

/** Answers 304 when the client has what `tag` stands for; says whether it did. */
function sendUnchanged(reply: FastifyReply, tag: string, kind: Kind): boolean {
  const held = keepable(reply) ? heldTag(reply, tag) : undefined;
  if (held === undefined) return false;
  reply
    .code(304)
    .header('etag', held)
    .header('cache-control', kind.cache)
    .header('vary', 'accept-encoding')
    .send();
  return true;
}

/** The headers of a reply in one of its forms; Fastify's own, and their merging, would be met twice. */
function describeForm(reply: FastifyReply, tag: string, form: Form, kind: Kind): void {
  const { raw } = reply;
  if (keepable(reply)) {
    raw.setHeader('etag', tagOf(tag, form));
    raw.setHeader('cache-control', kind.cache);
  }
  for (const name in kind.headers) raw.setHeader(name, kind.headers[name] ?? '');
  if (form !== 'plain') raw.setHeader('content-encoding', form);
  raw.setHeader('vary', 'accept-encoding');
  raw.setHeader('content-type', kind.type);
}

/** What a sender of answers is given. */
export interface Sending {
  readonly kind: Kind;
  readonly responseCache: ResponseCache;
  /** How it is sent again without its route being asked. */
  readonly again?: KeptHow | undefined;
}

/** Sends a reply in the best encoding the client accepts. */
export function sendAnswer(
  reply: FastifyReply,
  answer: PackedReply,
  { kind, responseCache, again }: Sending,
): void | Promise<void> {
  if (sendUnchanged(reply, answer.tag, kind)) return;
  const accepted = acceptedForm(reply.request.headers['accept-encoding']);
  const form = worthPacking(answer) ? accepted : 'plain';
  const bytes = form === 'plain' ? undefined : packedForm(answer, form);
  // What is compressed meanwhile may be out of date when it is done, so it is not kept this time.
  if (bytes instanceof Promise)
    return bytes.then((packed) => {
      describeForm(reply, answer.tag, form, kind);
      sendBytes(reply, packed);
    });
  describeForm(reply, answer.tag, bytes ? form : 'plain', kind);
  // Sent plain because the compressor was busy: not cached, so that a later reply may be compressed.
  if (!answer.once && (bytes || form === 'plain'))
    responseCache.keep(reply, bytes ?? answer.plain, again);
  sendBytes(reply, bytes ?? answer.plain);
}

/** How much of a long answer is put together at a time: each of its readers holds two or three of it. */
const chunkBytes = 16 * 1024;

function* chunksOf(pieces: Iterable<Buffer>): Generator<Buffer> {
  let chunk: Buffer[] = [];
  let size = 0;
  for (const piece of pieces) {
    chunk.push(piece);
    size += piece.length;
    if (size < chunkBytes) continue;
    yield Buffer.concat(chunk);
    chunk = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunk);
}

/** Streams a long answer, as fast as the client reads: slow ones hold no megabytes each. */
export function sendLong(
  reply: FastifyReply,
  { tag, length, pieces }: LongAnswer,
  kind: Kind,
): void {
  if (sendUnchanged(reply, tag, kind)) return;
  describeForm(reply, tag, 'plain', kind);
  reply.header('content-length', length).type(kind.type);
  const highWaterMark = chunkBytes;
  reply.send(Readable.from(chunksOf(pieces), { objectMode: false, highWaterMark }));
}
