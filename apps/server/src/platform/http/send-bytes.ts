/** Writes prepared bytes to the socket. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * Node writes head and body in one piece when both are text, and in two when the body is a Buffer, which
 * takes half as long again. Longer ones do not fit the room it has for that.
 */
const longestText = 12 * 1024;

/** A body as it is kept: a short one as latin1, one character a byte. */
export type ReadyBody = Buffer | string;

/** Bytes as the body they are kept as. */
export const readyBody = (bytes: Buffer): ReadyBody =>
  bytes.length <= longestText ? bytes.toString('latin1') : bytes;

/** The most replies that are written together. */
const mostTogether = 16;

let waiting: [ServerResponse, ReadyBody][] = [];

function sendWaiting(): void {
  const together = waiting;
  waiting = [];
  for (const [response, body] of together) {
    if (typeof body === 'string') response.end(body, 'latin1');
    else response.end(body);
  }
}

/**
 * Sends a body after a head that names its length. Replies to what was read in one turn of the event loop
 * leave together at its end: waking whoever waits for them, once for each, cost more than making them.
 */
export function endWith(response: ServerResponse, body: ReadyBody): void {
  if (waiting.length === 0) setImmediate(sendWaiting);
  waiting.push([response, body]);
  if (waiting.length >= mostTogether) sendWaiting();
}

/** Sends bytes with the headers of the raw reply, past Fastify's own sending; `onResponse` still runs. */
export function sendBytes(reply: FastifyReply, bytes: Buffer): void {
  reply.hijack();
  const { raw } = reply;
  raw.setHeader('content-length', bytes.length);
  raw.writeHead(reply.statusCode);
  endWith(raw, readyBody(bytes));
}
