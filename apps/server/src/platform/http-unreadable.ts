/** What is hardly a request is answered with the envelope all the same, and ends its connection. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, messageOf, statusOf } from '@giftlane/contract/errors.ts';
import { seconds } from './durations.ts';

/** What Node's parser refuses, as our codes; anything else is not HTTP at all. */
const parserRefusals: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

type Headers = Readonly<Record<string, string>>;

/** A refusal by hand, where nothing else of the shop is reached. */
function refusalOf(code: ErrorCode, always: Headers) {
  const status = statusOf(code);
  const body = JSON.stringify({ status, message: messageOf(code), data: null, code });
  const headers: Headers = {
    ...always,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  return { status, headers, body };
}

/** So long the other side has to read the answer and hang up. Cut off at once, it might not get to read it. */
const hangUpWithinMs = seconds(2);

/**
 * Answers what never became a request on the bare socket, and hangs up; `always` are the headers of every reply.
 * Whoever does not hang up, and goes on sending, is not waited for.
 */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  always: Headers,
): void {
  // There is nobody left to answer, or an answer is under way already.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const code = parserRefusals[error.code ?? ''] ?? 'request.malformed';
  const { status, headers, body } = refusalOf(code, always);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`${[`HTTP/1.1 ${status} ${code}`, ...lines].join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), hangUpWithinMs).unref();
}

const hostName = 'host'.length;

/** Whether a request names one host; before HTTP/1.1 it need not. */
function namesHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === hostName && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/**
 * Refuses requests without a host or with two, before anything else sees them: of two, a proxy may go by
 * the one and we by the other.
 */
export function refuseUnnamed(server: Server, always: Headers): void {
  const handlers = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (namesHost(request)) {
      for (const handle of handlers) handle(request, response);
      return;
    }
    const { status, headers, body } = refusalOf('request.malformed', always);
    response.writeHead(status, headers).end(body);
  });
}
