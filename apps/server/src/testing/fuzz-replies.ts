/** Rules for every reply, whatever was sent. */
import { type ErrorCode, errorCodes, statusOf } from '@giftlane/contract/errors.ts';
import type { Operation } from './fuzz-operations.ts';
import type { Sent } from './fuzz-requests.ts';

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Refusals of requests that match no operation or can not be parsed. */
const unreadable: readonly ErrorCode[] = [
  'route.not_found',
  'input.json',
  'request.media_type',
  'request.too_large',
  'request.other_origin',
];

/** Internals that a reply must not leak. */
const insides =
  /node_modules|\.ts:\d+|syntax error at|violates|duplicate key|invalid input syntax|invalid byte|\bpg_(?:catalog|stat|toast)|\bZod/;

interface Refusal {
  status: number;
  message: string;
  code: ErrorCode;
}

function problemOfRefusal(
  operation: Operation,
  sent: Sent,
  reply: RawReply,
  body: Refusal,
): string | undefined {
  if (!errorCodes.includes(body.code)) return `unknown code ${body.code}`;
  if (statusOf(body.code) !== reply.status) return `${body.code} with status ${reply.status}`;
  if (body.message.trim() === '') return 'no message';
  if (unreadable.includes(body.code)) return undefined;
  const described = operation.replies.get(reply.status)?.description ?? '';
  // A malformed path may match another operation, for members only.
  if (sent.strayed && body.code === 'session.required') return undefined;
  if (!described.includes(`\`${body.code}\``)) return `${body.code} is not documented here`;
  return undefined;
}

function problemOfJson(operation: Operation, sent: Sent, reply: RawReply): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(reply.text);
  } catch {
    return 'not JSON';
  }
  const good = reply.status < 300;
  if (good && sent.strayed) return undefined;
  // A malformed path may match another operation; its refusal still has the common envelope.
  const shape = operation.replies.get(good ? reply.status : 400) ?? operation.replies.get(500);
  const fit = shape?.schema.safeParse(body);
  if (!fit?.success)
    return `does not fit its schema: ${fit?.error.message ?? 'none is documented'}`;
  if ((body as { status: number }).status !== reply.status) return 'says another status';
  return good ? undefined : problemOfRefusal(operation, sent, reply, body as Refusal);
}

/** The problem of a reply; undefined if there is none. */
export function problemOf(operation: Operation, sent: Sent, reply: RawReply): string | undefined {
  const { status, headers, text } = reply;
  if (status >= 500) return `status ${status}`;
  if (insides.test(text)) return `shows its insides: ${insides.exec(text)?.[0]}`;
  if (headers['x-injected'] !== undefined) return 'a header was injected';
  if (status === 304) return 'if-none-match' in sent.headers && text === '' ? undefined : 'a 304';
  const type = String(headers['content-type']);
  const documented =
    (sent.strayed ? undefined : operation.replies.get(status)?.mediaType) ?? 'application/json';
  if (!type.startsWith(status < 300 ? documented : 'application/json')) return `is ${type}`;
  if (status < 300 && documented !== 'application/json') return undefined;
  if (operation.needsToken && status < 300 && headers['cache-control'] !== 'no-store')
    return 'may be cached';
  return problemOfJson(operation, sent, reply);
}
