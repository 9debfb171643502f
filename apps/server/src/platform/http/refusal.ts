import { type ErrorCode, refusalText, statusOf } from '@giftlane/contract/errors.ts';
import { ZodError } from 'zod';

/** Facts a refusal's message may mention; never secrets. */
export type Facts = Readonly<Record<string, string | number>>;

/**
 * An expected "no": a code plus facts. One hook turns it into the reply. `reply` becomes the
 * envelope's `data` where a decision asks for it (e.g. the new total of a changed price).
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly facts: Facts;
  readonly reply: unknown;
  /** The field of the body it is about, which the reply then names. */
  field: string | undefined;

  constructor(code: ErrorCode, facts: Facts = {}, reply: unknown = null) {
    super(refusalText(code, facts));
    this.name = 'Refusal';
    this.code = code;
    this.facts = facts;
    this.reply = reply;
  }

  get status(): number {
    return statusOf(this.code);
  }
}

/** Adds the field's name to refusals of `work` with one of `codes`. */
export async function atField<T>(
  field: string,
  codes: readonly ErrorCode[],
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && codes.includes(error.code)) error.field = field;
    throw error;
  }
}

/** A 400 that names the field, as schemas give it, for checks beyond the schema. */
export function badField(field: string, message: string): ZodError {
  return new ZodError([{ code: 'custom', path: [field], message, input: undefined }]);
}
