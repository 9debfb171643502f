/**
 * The client of the API. A call is named by its method and path, which the compiler checks against
 * the contract; the contract itself is only a type here, so that a page does not carry its schemas.
 */
import type { Call, Data } from '@giftlane/contract/call.ts';
import type * as z from 'zod';
import { ApiError, type Envelope, refused, Unreachable } from './api-error.ts';
import { local, localKeys } from './storage.ts';

const base = '/api/v1';
const patienceMs = 45_000;

type Route<C extends Call> = `${C['method']} ${C['path']}`;
type Part<C, K extends string> = C extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.input<S> }
  : { [P in K]?: undefined };
type Sending<C extends Call> = Part<C, 'params'> &
  Part<C, 'query'> &
  Part<C, 'body'> & {
    signal?: AbortSignal;
    headers?: Record<string, string>;
    /** Nobody's call: it carries no token. */
    anonymous?: boolean;
    /** Goes on when the page goes. */
    keepalive?: boolean;
  };

/** A successful answer: the envelope without its wrapping. */
export interface Answer<C extends Call> {
  status: number;
  message: string;
  data: Data<C>;
  totalCount: number;
  authorization: string;
}

let whenRejected: () => void = () => undefined;

/** Says what happens when the server no longer knows the token (ERR-04). */
export function onRejectedToken(act: () => void): void {
  whenRejected = act;
}

/** The token every signed-in call carries (API-02). */
export const readToken = (): string | null => local.read(localKeys.token);

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

async function ask(route: string, out: Outgoing): Promise<Response> {
  const [method = 'GET', path = ''] = route.split(' ');
  const token = out.anonymous ? null : readToken();
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
    // A late answer to an old token must not end the session that came after it.
    if (response.status === 401 && token && token === readToken()) whenRejected();
    return response;
  } catch (cause) {
    if (out.signal?.aborted) throw cause; // Given up by the page itself.
    throw new Unreachable();
  }
}

async function envelopeOf(response: Response, signal?: AbortSignal): Promise<Envelope> {
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

/** Makes one call of the contract; throws an ApiError when it is refused or not answered. */
export async function send<C extends Call>(
  route: Route<C>,
  sending: Sending<C>,
): Promise<Answer<C>> {
  const response = await ask(route, sending);
  const envelope = await envelopeOf(response, sending.signal);
  if (!response.ok) {
    const refusal = refused(response.status, envelope);
    refusal.waitSeconds = Number(response.headers.get('retry-after')) || 0;
    throw refusal;
  }
  return {
    status: response.status,
    message: envelope.message ?? '',
    // The server proves in its own tests that a reply fits its schema; checking it again here would
    // put the schema library into the first script.
    data: envelope.data as Data<C>,
    totalCount: envelope.totalCount ?? 0,
    authorization: envelope.Authorization ?? '',
  };
}

/** Makes a call whose answer is a file. */
export async function sendForFile<C extends Call>(
  route: Route<C>,
  sending: Sending<C>,
): Promise<Blob> {
  const response = await ask(route, sending);
  if (!response.ok) throw refused(response.status, await envelopeOf(response));
  try {
    return await response.blob();
  } catch {
    throw new Unreachable(); // Broken off half-way.
  }
}

/** Like `sendForFile`, for a file of any length: it takes its time as long as some of it comes; says how much has. */
export async function sendForLongFile<C extends Call>(
  route: Route<C>,
  sending: Sending<C> & { signal: AbortSignal },
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const still = new AbortController();
  let waiting = setTimeout(() => still.abort(), patienceMs);
  const signal = AbortSignal.any([sending.signal, still.signal]);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const response = await ask(route, { ...sending, signal, patient: true });
    if (!response.ok) throw refused(response.status, await envelopeOf(response, signal));
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      chunks.push(part.value);
      bytes += part.value.length;
      onBytes(bytes);
      clearTimeout(waiting);
      waiting = setTimeout(() => still.abort(), patienceMs);
    }
    return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
  } catch (cause) {
    if (sending.signal.aborted || cause instanceof ApiError) throw cause;
    throw new Unreachable(); // Not answered, broken off half-way, or nothing came any more.
  } finally {
    clearTimeout(waiting);
  }
}
