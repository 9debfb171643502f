/** Signed requests to a bucket, repeated while its server is busy or away. */
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Refusal } from '../../../platform/http/refusal.ts';
import { tellOnce, tellOver } from '../../../platform/limits/tell-once.ts';
import { seconds } from '../../../platform/process/durations.ts';
import type { Bucket } from '../../../platform/process/files-config.ts';
import type { Log } from '../../../platform/process/log.ts';
import { mostBytes } from '../port.ts';

/** Time for one try, and for all of them, beside that for the bytes. */
export interface AskTimes {
  readonly tryMs: number;
  readonly allMs: number;
}

const usual: AskTimes = { tryMs: seconds(10), allMs: seconds(20) };
/** The slowest link that files are still sent over. */
const bytesPerMs = 256;
const mostTries = 4;
const firstPauseMs = 100;

interface Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Below the bucket. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface Answer {
  readonly status: number;
  /** What S3 calls the error, such as `NoSuchKey`; empty where it says none. */
  readonly code: string;
  readonly bytes: Buffer;
  /** The Content-Length. */
  readonly length: number;
  /** An earlier try had no clear answer: it may have been done. */
  readonly repeated: boolean;
}

/** 409: another conditional write of that key is under way. */
const isPassing = (status: number) =>
  status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501);

/** The refusal for what the store did not do; its cause says why, for logs and operators. */
function away(why: string, cause?: unknown): Refusal {
  const refusal = new Refusal('server.unavailable');
  refusal.cause = new Error(`the file store: ${why}`, { cause });
  return refusal;
}

/** The refusal for an answer that repeating does not mend: wrong keys, no bucket, no such feature. */
export const notDone = ({ status, code }: Pick<Answer, 'status' | 'code'>): Refusal =>
  away(`HTTP ${status}${code && ` ${code}`}`);

function urlOf({ endpoint, bucket, pathStyle }: Bucket, { path, query = {} }: Request): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.host = `${bucket}.${url.host}`;
  url.pathname = pathStyle ? `/${bucket}/${path}` : `/${path}`;
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** Aborts after a time, which may be given anew; 0 ends it. */
function timeLimit(ms: number) {
  const controller = new AbortController();
  const late = () => controller.abort(new Error('no answer in time'));
  let timer = setTimeout(late, ms);
  const allow = (more: number) => {
    clearTimeout(timer);
    if (more > 0) timer = setTimeout(late, more);
  };
  return { signal: controller.signal, allow };
}

function codeOf({ status }: Response, bytes: Buffer): string {
  if (status < 300 || bytes.length === 0) return '';
  return /<Code>(\w+)<\/Code>/.exec(bytes.toString('latin1'))?.[1] ?? '?';
}

async function tryOnce(address: Bucket, request: Request, tryMs: number) {
  const { keyId: accessKeyId, secret: secretAccessKey, region } = address;
  const { method, body, headers = {} } = request;
  const url = urlOf(address, request).href;
  const keys = { accessKeyId, secretAccessKey, region, service: 's3' };
  const signed = await new AwsV4Signer({ method, url, headers, ...keys }).sign();
  const { signal, allow } = timeLimit(tryMs + (body?.length ?? 0) / bytesPerMs);
  try {
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(body && { body }),
      // Another host would be asked with a signature that is not for it.
      redirect: 'manual',
      signal,
    });
    const length = Number(response.headers.get('content-length') ?? '0');
    if (method !== 'HEAD' && length > mostBytes) {
      await response.body?.cancel();
      throw new Error(`an answer of ${length} bytes is too large`);
    }
    allow(tryMs + length / bytesPerMs);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, code: codeOf(response, bytes), bytes, length };
  } finally {
    allow(0);
  }
}
/** What undici says only in the cause: ECONNREFUSED and the like. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
};

/**
 * Asks until there is an answer that will not change: tries are repeated while the server is busy, has a fault or
 * can not be reached. Refuses `server.unavailable` when it stays so.
 */
export function makeAsk(
  address: Bucket,
  { log, patience = usual }: { readonly log: Log; readonly patience: AskTimes | undefined },
): (request: Request) => Promise<Answer> {
  const about = `files ${address.endpoint} ${address.bucket}`;
  return async (request) => {
    const endMs = performance.now() + patience.allMs;
    for (let tried = 1; ; tried += 1) {
      let reason: string;
      try {
        const answer = await tryOnce(address, request, patience.tryMs);
        if (!isPassing(answer.status)) {
          tellOver(log, about, 'the file store answers again');
          return { ...answer, repeated: tried > 1 };
        }
        reason = `HTTP ${answer.status} ${answer.code}`;
      } catch (error) {
        reason = reasonOf(error);
      }
      const waitMs = firstPauseMs * 2 ** tried * (0.5 + Math.random());
      if (tried === mostTries || performance.now() + waitMs > endMs) {
        tellOnce(log, about, 'the file store does not answer', { reason });
        throw away(`does not answer: ${reason}`);
      }
      await pause(waitMs);
    }
  };
}
