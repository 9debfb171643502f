/**
 * The outcome of a call to a provider. `done` and `refused` are final. `unknown` means that
 * nothing can be said: a time-out, a lost connection, HTTP 5xx or 429, an answer that makes no
 * sense. It is never undone and never treated as a refusal; it is asked again, with the same key.
 */
export type Outcome<T, R extends string = string> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: R }
  | Unknown;

export interface Unknown {
  readonly kind: 'unknown';
  /** For the log and the operators; never a secret. */
  readonly reason: string;
}

/** It happened, with its result. */
export const done = <T>(value: T) => ({ kind: 'done', value }) as const;
/** It did not happen and will not, for this reason. */
export const refused = <R extends string>(reason: R) => ({ kind: 'refused', reason }) as const;
/** Unknown: it may have happened. */
export const unknown = (reason: string): Unknown => ({ kind: 'unknown', reason });
