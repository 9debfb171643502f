/**
 * Replies that are ready as bytes, sent before routing begins. Fastify with its hooks costs about as much
 * as node:http itself; for the few addresses that are asked for again and again, that is half the work.
 *
 * A reply gets here when a route has just sent it the long way, and is sent again only for the very same
 * address, body and `accept-encoding`. It is repeated with the headers it had, but for the request's id. So it
 * is for open replies that are the same for everybody, never for a signed-in one.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BoundedMap } from '../limits/bounded-map.ts';
import { isOwnQuestion } from './internal-request.ts';
import { endWith, type ReadyBody, readyBody } from './send-bytes.ts';

/** Called with each request that is answered from the cache. */
export type OnServed = (request: IncomingMessage) => void;

/** A reply sent from the cache, for metrics. */
export interface Served {
  readonly method: string;
  readonly route: string;
  readonly seconds: number;
}

/** How a reply is cached. */
export interface KeptHow {
  /** Called each time it is sent. */
  readonly onServed?: OnServed | undefined;
  /** Its time to live; by default until the cache is cleared. */
  readonly forMs?: number | undefined;
}

export interface ResponseCache {
  /** Caches this reply, with its raw headers, for equal requests. */
  keep(reply: FastifyReply, bytes: Buffer, how?: KeptHow): void;
  /** Clears the cache. */
  forget(): void;
  /** Calls back for every reply sent from the cache. */
  observe(listener: (served: Served) => void): void;
  /** Number of entries and their bytes. */
  readonly held: { readonly replies: number; readonly addresses: number; readonly bytes: number };
}

interface Kept {
  readonly headers: readonly string[];
  readonly body: ReadyBody;
  readonly route: string;
  readonly onServed: OnServed | undefined;
  /** Expiry, by the process clock. */
  readonly untilMs: number;
  /** The address of a request with a body. */
  readonly question: string | undefined;
}

/** Most bytes in all, with keys and headers; the oldest entries go first. */
const mostBytes = 5 * 1024 * 1024;
/** Overhead of an entry besides its bytes, key and headers. */
const entryBytes = 1_000;

/** Longer addresses are not cached: they would only fill the memory. */
const longestUrl = 512;
const longestEncoding = 64;

const idHeader = 'x-request-id';

const keyOf = ({ method, headers, url }: IncomingMessage, body = '') =>
  `${method} ${headers['accept-encoding'] ?? ''} ${url} ${body}`;

/** Whether a request without a body can be answered with a whole reply at all. */
const isPlain = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers['if-none-match'] === undefined;

/** Longer bodies are not cached. */
const mostBodyBytes = 2 * 1024;

/** The length of the body of a request that can be answered by its body; undefined for all others. */
function bodyLengthOf({ method, headers }: IncomingMessage): number | undefined {
  if (method !== 'POST' || headers['content-type'] !== 'application/json') return undefined;
  const length = Number(headers['content-length']);
  return length > 0 && length <= mostBodyBytes ? length : undefined;
}

/** Whether equal requests are likely: an unknown query can be anything. */
function isUsual({ raw, routeOptions }: FastifyReply['request']): boolean {
  const { url = '', headers } = raw;
  return (
    url.length <= longestUrl &&
    String(headers['accept-encoding'] ?? '').length <= longestEncoding &&
    (!url.includes('?') || routeOptions.config?.takesQuery === true)
  );
}

/** An upper bound of an entry's memory. */
function weigh(key: string, headers: readonly string[], bytes: Buffer): number {
  const inHeaders = headers.reduce((sum, { length }) => sum + 2 * length, 0);
  return bytes.length + 2 * key.length + inHeaders + entryBytes;
}

function headersOf({ raw }: FastifyReply, bytes: Buffer): string[] {
  const headers = ['content-length', String(bytes.length)];
  for (const name of raw.getHeaderNames())
    if (name !== idHeader) headers.push(name, String(raw.getHeader(name)));
  return headers;
}

/** Fastify has this getter; its types do not. */
type Named = FastifyInstance & { readonly genReqId: (request: IncomingMessage) => string };

interface Answering {
  /** True while nothing can be answered. */
  isIdle(): boolean;
  /** True if requests of this address may be answered by their bodies. */
  hasBodies(address: string): boolean;
  /** Whether the request was answered. */
  answer(request: IncomingMessage, response: ServerResponse, body?: string): boolean;
}

/** Has each request answered before the server's listeners see it; they get those that were not. */
function takeFirst(server: Server, { isIdle, hasBodies, answer }: Answering): void {
  const routed = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  const takeRoute = (request: IncomingMessage, response: ServerResponse) => {
    for (const route of routed) route(request, response);
  };
  /** Looks at a body that came in one piece; any other is left to the route as it is. */
  const answerByBody = (request: IncomingMessage, response: ServerResponse, length: number) => {
    request.once('readable', () => {
      const body = request.read() as Buffer | null;
      if (body?.length === length && answer(request, response, body.toString('latin1'))) return;
      if (body !== null) request.unshift(body);
      takeRoute(request, response);
    });
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isIdle()) return takeRoute(request, response);
    const length = hasBodies(request.url ?? '') ? bodyLengthOf(request) : undefined;
    if (length !== undefined) return answerByBody(request, response, length);
    if (!isPlain(request) || !answer(request, response)) takeRoute(request, response);
  });
}

/** Answers from the cache before Fastify sees the request. */
export function makeResponseCache(app: FastifyInstance): ResponseCache {
  /** The addresses of kept replies to questions with a body: how many are kept. */
  const withBody = new Map<string, number>();
  const countQuestion = (address: string | undefined, change: 1 | -1) => {
    if (address === undefined) return;
    const now = (withBody.get(address) ?? 0) + change;
    if (now > 0) withBody.set(address, now);
    else withBody.delete(address);
  };
  const kept = new BoundedMap<Kept>(mostBytes, ({ question }) => countQuestion(question, -1));
  const listeners: ((served: Served) => void)[] = [];

  const answer: Answering['answer'] = (request, response, body) => {
    // A server that is closing sends its last replies the long way, which says so.
    if (!app.server.listening) return false;
    const key = keyOf(request, body);
    const reply = kept.get(key);
    if (!reply) return false;
    const began = performance.now();
    if (began > reply.untilMs) {
      kept.drop(key);
      return false;
    }
    response.writeHead(200, [...reply.headers, idHeader, (app as Named).genReqId(request)]);
    endWith(response, reply.body);
    reply.onServed?.(request);
    const served = {
      method: request.method ?? '',
      route: reply.route,
      seconds: (performance.now() - began) / 1_000,
    };
    for (const listener of listeners) listener(served);
    return true;
  };
  takeFirst(app.server, {
    isIdle: () => kept.size === 0,
    hasBodies: (address) => withBody.has(address),
    answer,
  });

  return {
    keep(reply, bytes, { onServed, forMs = Number.POSITIVE_INFINITY } = {}) {
      const { raw, rawBody } = reply.request;
      if (isOwnQuestion(raw)) return;
      const isQuestion = rawBody !== undefined && bodyLengthOf(raw) === rawBody.length;
      if ((raw.method !== 'GET' && !isQuestion) || !isUsual(reply.request)) return;
      const key = keyOf(raw, rawBody?.toString('latin1'));
      if (kept.has(key)) return;
      const route = reply.request.routeOptions.url ?? 'none';
      const headers = headersOf(reply, bytes);
      const question = isQuestion ? raw.url : undefined;
      const body = readyBody(bytes);
      const untilMs = performance.now() + forMs;
      countQuestion(question, 1);
      const entry = { headers, body, route, onServed, untilMs, question };
      kept.put(key, entry, weigh(key, headers, bytes));
    },
    forget() {
      kept.clear();
      withBody.clear();
    },
    observe: (listener) => listeners.push(listener),
    get held() {
      return { replies: kept.size, addresses: withBody.size, bytes: kept.bytes };
    },
  };
}
