import { type ErrorCode, messageOf, statusOf } from '@giftlane/contract/errors.ts';
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

  constructor(code: ErrorCode, facts: Facts = {}, reply: unknown = null) {
    super(messageOf(code, facts));
    this.name = 'Refusal';
    this.code = code;
    this.facts = facts;
    this.reply = reply;
  }

  get status(): number {
    return statusOf(this.code);
  }
}

/** A 400 that names the field, for what no schema can know; answered like the schemas' own. */
export function badField(field: string, message: string): ZodError {
  return new ZodError([{ code: 'custom', path: [field], message, input: undefined }]);
}
