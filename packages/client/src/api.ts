/** The client of the API. A call is named by its method and path, by which the compiler knows it. */
import type { Data } from '@giftlane/contract/call.ts';
import type * as z from 'zod';
import { answerAtHand } from './answers.ts';
import { type Envelope, refused, Unreachable } from './api-error.ts';
import type { Calls, Route } from './calls.ts';
import { noteServerTime } from './server-clock.ts';

const base = '/api/v1';
/** How long an answer may take, or the next part of a long one. */
export const patienceMs = 45_000;

type Part<C, K extends string> = C extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.input<S> }
  : { [P in K]?: undefined };
export type Sending<R extends Route> = Part<Calls[R], 'params'> &
  Part<Calls[R], 'query'> &
  Part<Calls[R], 'body'> & {
    signal?: AbortSignal;
    headers?: Record<string, string>;
    /** Nobody's call: it carries no token. */
    anonymous?: boolean;
    /** Goes on when the page goes. */
    keepalive?: boolean;
  };

/** A successful answer: the envelope without its wrapping. */
export interface Answer<R extends Route> {
  status: number;
  message: string;
  data: Data<Calls[R]>;
  totalCount: number;
  authorization: string;
}

interface Connection {
  /** The token to send as `Authorization`; null for none. */
  token: () => string | null;
  /** Called when the server rejects the token (ERR-04). */
  onRejected: () => void;
}

const connection: Connection = { token: () => null, onRejected: () => undefined };

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

interface Outgoing {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  anonymous?: boolean | undefined;
  keepalive?: boolean | undefined;
  /** Whoever asks ends it by its signal when it takes too long. */
  patient?: boolean;
}

function signalOf({ signal, patient }: Outgoing): AbortSignal {
  const patience = AbortSignal.timeout(patienceMs);
  if (!signal) return patience;
  return patient ? signal : AbortSignal.any([signal, patience]);
}

/** Asks, whatever is answered. */
export async function ask(route: string, out: Outgoing): Promise<Response> {
  const [method = 'GET', path = ''] = route.split(' ');
  const token = out.anonymous ? null : connection.token();
  const headers = new Headers(out.headers);
  if (token) headers.set('Authorization', token);
  if (out.body !== undefined) headers.set('Content-Type', 'application/json');
  try {
    const response = await fetch(addressOf(path, out.params, out.query), {
      method,
      headers,
      keepalive: out.keepalive ?? false,
      body: out.body === undefined ? null : JSON.stringify(out.body),
      signal: signalOf(out),
    });
    noteServerTime(response);
    // A late answer to an old token must not end the session that came after it.
    if (response.status === 401 && token && token === connection.token()) connection.onRejected();
    return response;
  } catch (cause) {
    if (out.signal?.aborted) throw cause; // Given up by the page itself.
    throw new Unreachable();
  }
}

/** What an answer says. */
export async function envelopeOf(response: Response, signal?: AbortSignal): Promise<Envelope> {
  try {
    const value: unknown = await response.json();
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    if (signal?.aborted) throw cause; // Given up by the page itself.
  }
  // Broken off half-way, or some proxy's page. Success without an answer is no answer of the shop's.
  if (response.ok) throw new Unreachable();
  return {};
}

function answerOf<R extends Route>(status: number, envelope: Envelope): Answer<R> {
  return {
    status,
    message: envelope.message ?? '',
    // The server proves in its own tests that a reply fits its schema; checking it again here would
    // put the schema library into the first script.
    data: envelope.data as Answer<R>['data'],
    totalCount: envelope.totalCount ?? 0,
    authorization: envelope.Authorization ?? '',
  };
}

/** Makes one call of the contract; throws an ApiError when it is refused or not answered. */
export async function send<R extends Route>(route: R, sending: Sending<R>): Promise<Answer<R>> {
  const [method, path = ''] = route.split(' ');
  const address = addressOf(path, sending.params, sending.query);
  const atHand = method === 'GET' ? answerAtHand(address) : undefined;
  if (atHand) return answerOf(200, await atHand);
  const response = await ask(route, sending);
  const envelope = await envelopeOf(response, sending.signal);
  if (!response.ok) {
    const refusal = refused(response.status, envelope);
    refusal.waitSeconds = Number(response.headers.get('retry-after')) || 0;
    throw refusal;
  }
  return answerOf(response.status, envelope);
}

/** Makes a call of whose answer only the data is of use. */
export const sendForData = async <R extends Route>(route: R, sending: Sending<R>) =>
  (await send(route, sending)).data;
