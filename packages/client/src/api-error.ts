/** What can come back instead of an answer, and the words for it (ERR-01 to ERR-05, OPEN-32). */
import { text } from '@giftlane/texts/text.ts';

export interface FieldError {
  field: string;
  message: string;
}

/** The JSON envelope of every reply (OPEN-18), as far as it can be trusted before it is read. */
export interface Envelope {
  message?: string;
  data?: unknown;
  code?: string;
  errors?: FieldError[];
  totalCount?: number;
  Authorization?: string;
}

/** A call that was refused, failed or was never answered. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** The contract's refusal code, empty when the reply carried none. */
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly data: unknown;
  /** After how many seconds another try may be answered; 0 when the reply does not say. */
  waitSeconds = 0;

  constructor(status: number, message: string, envelope: Envelope = {}) {
    super(message);
    this.status = status;
    this.code = envelope.code ?? '';
    this.fields = envelope.errors ?? [];
    this.data = envelope.data ?? null;
  }
}

/** No response at all: recorded as 500 (ERR-03). */
export class Unreachable extends ApiError {
  constructor() {
    super(500, text('error.serverUnavailable'));
  }
}

/** An answer without words of its own: it has the general ones. */
class Wordless extends ApiError {}

/** The error of a reply that is not a success. */
export function refused(status: number, envelope: Envelope): ApiError {
  if (envelope.message) return new ApiError(status, envelope.message, envelope);
  const general = status >= 500 ? text('error.server') : text('error.somethingWentWrong');
  return new Wordless(status, general, envelope);
}

/**
 * The words for anything that was thrown. `named` is what the error table has for the case: it stands where
 * an answer came without a message (OPEN-32).
 */
export function messageOf(error: unknown, named?: string): string {
  if (!(error instanceof ApiError)) return named ?? text('error.somethingWentWrong');
  return error instanceof Wordless ? (named ?? error.message) : error.message;
}

/** Whether `error` is the refusal `code` of the contract. */
export function isRefusal(error: unknown, ...codes: string[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}
