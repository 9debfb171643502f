import type { Socket } from 'node:net';
import { type ErrorCode, messageOf, statusOf } from '@giftlane/contract/errors.ts';

/** What Node's parser refuses, as our codes; anything else is not HTTP at all. */
const parserRefusals: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

/** Answers what never became a request with the envelope, on the bare socket, and hangs up. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // There is nobody left to answer, or an answer is under way already.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const code = parserRefusals[error.code ?? ''] ?? 'request.malformed';
  const status = statusOf(code);
  const body = JSON.stringify({ status, message: messageOf(code), data: null, code });
  const head = [
    `HTTP/1.1 ${status} ${code}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`);
}
