/** PayPal-Request-Id ("Idempotency"): the same request again does nothing and answers what is now. */
import { createHash } from 'node:crypto';
import type { Book } from './book.ts';
import { unprocessable } from './problems.ts';

export interface Attempt {
  /** The PayPal-Request-Id header, if there was one. */
  readonly requestId: string | undefined;
  /** What is asked, such as `POST /v2/checkout/orders/5O1/capture`. */
  readonly path: string;
  readonly body: unknown;
}

export interface Made {
  readonly id: string;
  /** It was made by an earlier request with the same id. */
  readonly again: boolean;
}

/**
 * Runs `make` unless the request id has made something already. Refusals are not remembered.
 * Stricter than PayPal on purpose: an id used for anything else is refused, so that the shop's
 * tests find a key that is not unique.
 */
export function once(book: Book, attempt: Attempt, make: () => string): Made {
  const { requestId, path, body } = attempt;
  if (requestId === undefined) return { id: make(), again: false };
  const fingerprint = createHash('sha256')
    .update(`${path}\n${JSON.stringify(body ?? {})}`)
    .digest('hex');
  const earlier = book.answered.get(requestId);
  if (earlier && earlier.fingerprint !== fingerprint)
    throw unprocessable(
      'DUPLICATE_REQUEST_ID',
      'The value of PayPal-Request-Id header has already been used.',
      { field: 'PayPal-Request-Id', location: 'header', value: requestId },
    );
  if (earlier) return { id: earlier.madeId, again: true };
  const madeId = make();
  book.answered.put(requestId, { fingerprint, madeId });
  return { id: madeId, again: false };
}
