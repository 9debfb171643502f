/** Errors of calls and their messages (ERR-01 to ERR-05, OPEN-32). */
import { text } from '@giftlane/texts/text.ts';

export interface FieldError {
  field: string;
  message: string;
}

/** The JSON envelope of every reply (OPEN-18), unchecked. */
export interface Envelope {
  message?: string;
  data?: unknown;
  code?: string;
  errors?: FieldError[];
  totalCount?: number;
  Authorization?: string;
}

/** A call that was refused, failed or got no reply. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** The contract's refusal code; empty without one. */
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly data: unknown;
  /** `Retry-After` in seconds; 0 without one. */
  waitSeconds = 0;

  constructor(status: number, message: string, envelope: Envelope = {}) {
    super(message);
    this.status = status;
    this.code = envelope.code ?? '';
    this.fields = envelope.errors ?? [];
    this.data = envelope.data ?? null;
  }
}

/** No reply, or a broken one; its status is 500 (ERR-03). */
export class Unreachable extends ApiError {
  constructor() {
    super(500, text('error.serverUnavailable'));
  }
}

/** An error whose reply had no message; it has a general one. */
class GeneralError extends ApiError {}

/** The error of a reply that is not a success. */
export function refused(status: number, envelope: Envelope): ApiError {
  if (envelope.message) return new ApiError(status, envelope.message, envelope);
  const general = status >= 500 ? text('error.server') : text('error.somethingWentWrong');
  return new GeneralError(status, general, envelope);
}

/** The message for anything that was thrown; `named` is used when the reply had no message (OPEN-32). */
export function messageOf(error: unknown, named?: string): string {
  if (!(error instanceof ApiError)) return named ?? text('error.somethingWentWrong');
  return error instanceof GeneralError ? (named ?? error.message) : error.message;
}

/** True when no server answered: no reply, a proxy's, or the shop's own while its database is away. */
export function isAway(error: unknown): error is ApiError {
  return error instanceof Unreachable || (error instanceof ApiError && error.status > 501);
}

/** True for a refusal with one of these codes. */
export function isRefusal(error: unknown, ...codes: string[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}
