import { type ErrorCode, refusalText, statusOf } from '@giftlane/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { brokenConstraint, isUnavailable } from '../db/errors.ts';
import type { Log } from '../process/log.ts';
import { Refusal } from './refusal.ts';

/** Fastify's own refusals by our codes. */
const frameworkRefusals: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'input.json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'input.json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'input.json',
  FST_ERR_BAD_URL: 'route.not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'route.not_found',
  FST_STATIC_FORBIDDEN_PATH: 'route.not_found',
};

interface Failure {
  code: ErrorCode;
  message: string;
  data: unknown;
  errors?: { field: string; message: string }[];
}

function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Refusal)
    return {
      code: error.code,
      message: error.message,
      data: error.reply,
      ...(error.field && { errors: [{ field: error.field, message: error.message }] }),
    };
  if (error instanceof ZodError) {
    const errors = error.issues.map((issue) => ({
      field: issue.path.join('.'),
      message: issue.message,
    }));
    return {
      code: 'input.invalid',
      message: errors[0]?.message ?? refusalText('input.invalid'),
      data: null,
      errors,
    };
  }
  const known = error as { code?: string; statusCode?: number };
  // An aborted request body has the error code of a lost database connection, but a status of the framework.
  if (isUnavailable(error) && known.statusCode !== 400) return plainFailure('server.unavailable');
  // The account was closed while the request was under way, and its session with it.
  if (brokenConstraint(error) === 'members_open') return plainFailure('session.required');
  const code =
    frameworkRefusals[known.code ?? ''] ?? (known.statusCode === 400 ? 'input.json' : undefined);
  return code && plainFailure(code);
}

const plainFailure = (code: ErrorCode): Failure => ({
  code,
  message: refusalText(code),
  data: null,
});

/** True when the reply broke off because its reader closed the connection. */
const hasLeft = (error: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Turns an error into the envelope; a fault (500) is logged once, with its request id. */
export function failureReply(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const failure = failureOf(error) ?? plainFailure('server.fault');
  const status = statusOf(failure.code);
  const about = { err: error, requestId: request.id, route: request.routeOptions.url };
  if (hasLeft(error, reply)) log.debug(about, 'the reader left before the end');
  else if (status >= 500 && !(error instanceof Refusal)) log.error(about, 'fault');
  if (error instanceof Refusal && typeof error.facts.retryAfterSeconds === 'number')
    reply.header('retry-after', error.facts.retryAfterSeconds);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({
      status,
      message: failure.message,
      data: failure.data,
      code: failure.code,
      ...(failure.errors && { errors: failure.errors }),
    });
}
