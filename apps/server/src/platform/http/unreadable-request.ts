/** What is hardly a request is answered with the envelope all the same, and ends its connection. */
import type { Socket } from 'node:net';
import { type ErrorCode, messageOf, statusOf } from '@giftlane/contract/errors.ts';
import { seconds } from '../process/durations.ts';

/** What Node's parser refuses, as our codes; anything else is not HTTP at all. */
const parserRefusals: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

/** So long the other side has to read the answer and hang up. Cut off at once, it might not get to read it. */
const hangUpWithinMs = seconds(2);

/**
 * Answers what never became a request on the bare socket, and hangs up; `always` are the headers of every reply.
 * Whoever does not hang up, and goes on sending, is not waited for.
 */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  always: Readonly<Record<string, string>>,
): void {
  // There is nobody left to answer, or an answer is under way already.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const code = parserRefusals[error.code ?? ''] ?? 'request.malformed';
  const status = statusOf(code);
  const body = JSON.stringify({ status, message: messageOf(code), data: null, code });
  const headers = {
    ...always,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`${[`HTTP/1.1 ${status} ${code}`, ...lines].join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), hangUpWithinMs).unref();
}
