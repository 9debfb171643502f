/** What a node answers instead of a result: a code of Core's `RPCErrorCode` and a text. */

export const codes = {
  /** A misused call, and whatever has no code of its own. */
  misuse: -1,
  type: -3,
  /** An address, key, block or transaction that is not there or not one. */
  notFound: -5,
  parameter: -8,
  decode: -22,
  /** The inputs are gone, the fee is beyond the caller's limit, or a block would not be valid. */
  transaction: -25,
  /** Refused by the rules or by what a node passes on. */
  rejected: -26,
  alreadyInChain: -27,
  warmingUp: -28,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  parse: -32_700,
} as const;

export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A transaction that is not valid, or not passed on; `reason` is what Core calls it. */
export const rejected = (reason: string): Refusal => new Refusal(codes.rejected, reason);
