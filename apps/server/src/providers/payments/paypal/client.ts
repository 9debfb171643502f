/**
 * Talks to PayPal's REST API ("Authentication", "Idempotency", "API responses"): a cached bearer,
 * one deadline over everything a call needs, and at most one repetition.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { ask, jsonOf, type NoAnswer, type ProviderReply, retryAfterMs } from '../../ask.ts';
import { type Unknown, unknown } from '../../outcome.ts';
import { issueOf } from './wire.ts';

export interface ClientOptions {
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs: number;
}

export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  /** PayPal-Request-Id: with it a repetition does nothing twice. */
  readonly requestId?: string;
  /** Changes nothing at PayPal, so that it may be asked twice without a request id. */
  readonly readsOnly?: boolean;
  readonly wantsWhole?: boolean;
  /** HTTP 403 is an answer: our account at PayPal lacks the feature. */
  readonly mayBeForbidden?: boolean;
}

export type ApiAnswer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: unknown;
};

export interface Client {
  /** A new deadline, for several calls that together answer one question. */
  deadline(): AbortSignal;
  /** 2xx and 4xx are answers; a time-out, a lost connection, 401, 403, 409, 429 and 5xx are unknown. */
  call(call: ApiCall, deadline?: AbortSignal): Promise<ApiAnswer | Unknown>;
}

/** 2xx. */
export const isGood = (answer: ApiAnswer) => answer.status >= 200 && answer.status < 300;
/**
 * A refusal, with an issue to be judged. HTTP 400 and a request id used for another body are mistakes of ours and say
 * nothing about the payment.
 */
export const isRefusal = ({ status, body }: ApiAnswer) =>
  status === 404 || (status === 422 && issueOf(body) !== 'DUPLICATE_REQUEST_ID');
/** An answer that is neither what was asked for nor a refusal of it. */
export const unreadable = ({ status, body }: ApiAnswer) =>
  unknown(`HTTP ${status} ${issueOf(body) || 'that makes no sense'}`);

/** The longest PayPal-Request-Id the orders API takes. */
const maxRequestId = 108;

/** A key as a header: as it is when it fits, else its hash. */
export function requestIdFor(key: string): string {
  const fits = /^[\x21-\x7e]+$/.test(key) && key.length <= maxRequestId;
  return fits ? key : createHash('sha256').update(key).digest('hex');
}

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
});

interface Bearer {
  readonly token: string;
  readonly untilMs: number;
}

/** A bearer is renewed before it expires under way: by a minute, or half of its life. */
const usableMs = (lastsSeconds: number) =>
  Math.max(lastsSeconds * 500, lastsSeconds * 1000 - 60_000);

/** These say nothing about the order: our credentials, PayPal's load, a repetition under way. */
const saysNothing = (status: number) =>
  status >= 500 || status === 401 || status === 403 || status === 409 || status === 429;

/** The longest `Retry-After` that is obeyed: orders wait meanwhile. */
const mostQuietMs = 60_000;

/** Keeps a bearer and fetches the next, one at a time; a failed fetch is not kept. */
function makeBearers({ apiUrl, clientId, clientSecret, timeoutMs }: ClientOptions) {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let bearer: Promise<Bearer | Unknown> | undefined;

  async function fetchBearer(): Promise<Bearer | Unknown> {
    const answer = await ask({
      method: 'POST',
      url: `${apiUrl}/v1/oauth2/token`,
      headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      // Its own deadline: calls that share the answer must not fail with the first one's.
      deadline: AbortSignal.timeout(timeoutMs),
    });
    if (answer.kind === 'unknown') return unknown(`token: ${answer.reason}`);
    const read = tokenSchema.safeParse(jsonOf(answer));
    if (answer.status !== 200 || !read.success) return unknown(`token: HTTP ${answer.status}`);
    const { access_token: token, expires_in: lastsSeconds } = read.data;
    return { token, untilMs: Date.now() + usableMs(lastsSeconds) };
  }

  return {
    async valid(deadline: AbortSignal): Promise<Bearer | Unknown> {
      const asked = bearer ?? fetchBearer();
      bearer = asked;
      const found = await Promise.race([asked, whenAborted(deadline)]);
      if ('token' in found && found.untilMs > Date.now()) return found;
      if (bearer === asked) bearer = undefined;
      return 'token' in found ? this.valid(deadline) : found;
    },
    forget() {
      bearer = undefined;
    },
  };
}

/** Makes a client that signs itself in. After HTTP 429, calls are unknown without being sent until `Retry-After`. */
export function makeClient(options: ClientOptions): Client {
  const { apiUrl, timeoutMs } = options;
  const bearers = makeBearers(options);
  let quietUntilMs = 0;

  async function askOnce(call: ApiCall, deadline: AbortSignal): Promise<ProviderReply | NoAnswer> {
    const found = await bearers.valid(deadline);
    if ('kind' in found) return { ...found, lost: false };
    const answer = await ask({
      method: call.method,
      url: apiUrl + call.path,
      headers: {
        authorization: `Bearer ${found.token}`,
        'content-type': 'application/json',
        ...(call.requestId !== undefined && { 'paypal-request-id': call.requestId }),
        ...(call.wantsWhole && { prefer: 'return=representation' }),
      },
      ...(call.body !== undefined && { body: call.body }),
      deadline,
    });
    if (answer.kind === 'answer' && answer.status === 401) bearers.forget();
    return answer;
  }

  const newDeadline = () => AbortSignal.timeout(timeoutMs);
  return {
    deadline: newDeadline,
    async call(call, deadline = newDeadline()) {
      if (Date.now() < quietUntilMs) return unknown('HTTP 429 before');
      let answer = await askOnce(call, deadline);
      // A bearer that died early, or an idle connection that PayPal closed as we used it.
      const again = answer.kind === 'answer' ? answer.status === 401 : answer.lost;
      const harmless = call.readsOnly === true || call.requestId !== undefined;
      if (again && harmless) answer = await askOnce(call, deadline);
      if (answer.kind === 'unknown') return unknown(answer.reason);
      if (answer.status === 429)
        quietUntilMs = Date.now() + Math.min(retryAfterMs(answer), mostQuietMs);
      if (saysNothing(answer.status) && !(answer.status === 403 && call.mayBeForbidden))
        return unknown(`HTTP ${answer.status}`);
      const body = answer.text === '' ? {} : jsonOf(answer);
      if (body === undefined) return unknown(`HTTP ${answer.status} that is not JSON`);
      return { kind: 'answer', status: answer.status, body };
    },
  };
}

function whenAborted(signal: AbortSignal): Promise<Unknown> {
  return new Promise((resolve) => {
    const timeout = () => resolve(unknown('time-out'));
    if (signal.aborted) timeout();
    else signal.addEventListener('abort', timeout, { once: true });
  });
}
