/** Invalid HTTP is answered with the envelope, and its connection closed. */
import type { Socket } from 'node:net';
import { type ErrorCode, refusalText, statusOf } from '@giftlane/contract/errors.ts';
import { seconds } from '../process/durations.ts';

/** Errors of Node's parser by our codes; anything else is not HTTP. */
const parserRefusals: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

/** Time for the client to read the reply and close: a reset at once could lose it. */
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
  // The client is gone, or a reply is under way.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const code = parserRefusals[error.code ?? ''] ?? 'request.malformed';
  const status = statusOf(code);
  const body = JSON.stringify({ status, message: refusalText(code), data: null, code });
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
