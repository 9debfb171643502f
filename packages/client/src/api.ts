/** The client of the API. Calls are named by method and path, which determine their types. */
import type { Data } from '@giftlane/contract/call.ts';
import type * as z from 'zod';
import { embeddedAnswer } from './answers.ts';
import { type Envelope, refused, Unreachable } from './api-error.ts';
import type { Calls, Route } from './calls.ts';
import { noteServerTime } from './server-clock.ts';

const base = '/api/v1';
/** Timeout of a reply, or of the next chunk of a long one. */
export const timeoutMs = 45_000;

type Part<C, K extends string> = C extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.input<S> }
  : { [P in K]?: undefined };
interface SendingOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Sent without a token. */
  anonymous?: boolean;
  /** Continues when the page is left. */
  keepalive?: boolean;
}

// Over one call at a time: three parts of all calls at once are too many combinations for the compiler.
type SendingOf<C> = C extends C
  ? Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'> & SendingOptions
  : never;
export type Sending<R extends Route> = SendingOf<Calls[R]>;

/** A successful reply. */
export interface Answer<R extends Route> {
  status: number;
  message: string;
  data: Data<Calls[R]>;
  totalCount: number;
  authorization: string;
}

interface Connection {
  /** The token for `Authorization`; null for none. */
  token: () => string | null;
  /** Headers of each call. */
  headers: () => Record<string, string>;
  /** Called when the server rejects the token (ERR-04). */
  onRejected: () => void;
  /** Called for each reply of 401 or 403. */
  onDenied: (status: number) => void;
}

const connection: Connection = {
  token: () => null,
  headers: () => ({}),
  onRejected: () => undefined,
  onDenied: () => undefined,
};

/** Sets how an application authenticates its calls. */
export function connectApi(changes: Partial<Connection>): void {
  Object.assign(connection, changes);
}

function addressOf(path: string, params: object = {}, query: object = {}): string {
  const facts = new Map<string, unknown>(Object.entries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(facts.get(name) ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return `${base}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

interface RequestOptions {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  anonymous?: boolean | undefined;
  keepalive?: boolean | undefined;
  /** The caller's signal has its own timeout. */
  noTimeout?: boolean;
}

function signalOf({ signal, noTimeout }: RequestOptions): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  if (!signal) return timeout;
  return noTimeout ? signal : AbortSignal.any([signal, timeout]);
}

/** Sends a request; resolves to any reply, also an error. */
export async function request(route: string, options: RequestOptions): Promise<Response> {
  const [method = 'GET', path = ''] = route.split(' ');
  const token = options.anonymous ? null : connection.token();
  const headers = new Headers({ ...connection.headers(), ...options.headers });
  if (token) headers.set('Authorization', token);
  const isFile = options.body instanceof Blob;
  if (options.body !== undefined)
    headers.set('Content-Type', isFile ? 'application/octet-stream' : 'application/json');
  try {
    const response = await fetch(addressOf(path, options.params, options.query), {
      method,
      headers,
      keepalive: options.keepalive ?? false,
      body:
        options.body === undefined
          ? null
          : isFile
            ? (options.body as Blob)
            : JSON.stringify(options.body),
      signal: signalOf(options),
    });
    noteServerTime(response);
    // Not for the late reply to an older token.
    if (response.status === 401 && token && token === connection.token()) connection.onRejected();
    if (response.status === 401 || response.status === 403) connection.onDenied(response.status);
    return response;
  } catch (cause) {
    if (options.signal?.aborted) throw cause; // Cancelled by the caller.
    throw new Unreachable();
  }
}

/** Reads the JSON of a reply; throws Unreachable for a success without JSON. */
export async function readEnvelope(response: Response, signal?: AbortSignal): Promise<Envelope> {
  try {
    const value: unknown = await response.json();
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    if (signal?.aborted) throw cause; // Cancelled by the caller.
  }
  // An interrupted reply, or one of a proxy.
  if (response.ok) throw new Unreachable();
  return {};
}

function answerOf<R extends Route>(status: number, envelope: Envelope): Answer<R> {
  return {
    status,
    message: envelope.message ?? '',
    // Not parsed: the server's tests check replies, and the schema library would be in the first script.
    data: envelope.data as Answer<R>['data'],
    totalCount: envelope.totalCount ?? 0,
    authorization: envelope.Authorization ?? '',
  };
}

/** Makes a call of the contract; throws an ApiError when it is refused or fails. */
export async function send<R extends Route>(route: R, sending: Sending<R>): Promise<Answer<R>> {
  const [method, path = ''] = route.split(' ');
  const address = addressOf(path, sending.params, sending.query);
  const embedded = method === 'GET' ? embeddedAnswer(address) : undefined;
  if (embedded) return answerOf(200, await embedded);
  const response = await request(route, sending);
  const envelope = await readEnvelope(response, sending.signal);
  if (!response.ok) {
    const refusal = refused(response.status, envelope);
    refusal.waitSeconds = Number(response.headers.get('retry-after')) || 0;
    throw refusal;
  }
  return answerOf(response.status, envelope);
}

/** Makes a call and resolves to the data of its reply. */
export const sendForData = async <R extends Route>(route: R, sending: Sending<R>) =>
  (await send(route, sending)).data;
