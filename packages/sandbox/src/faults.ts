/** What can be made to go wrong, and how often. Every stand-in asks this list before it answers. */
import { setTimeout as pause } from 'node:timers/promises';

export const operations = [
  'token',
  'create',
  'get',
  'capture',
  'refund',
  'verify',
  'disputes',
  'certificate',
  'webhook',
  'mail',
  'rates',
  'coins',
  'discovery',
  'jwks',
  'exchange',
  'id_token',
  'push',
  's3',
  'btc',
  'ltc',
] as const;
export type Operation = (typeof operations)[number];

/**
 * - any call: `delay`, `http_500`, `http_429`, `reset` (connection reset), `silence` (never answers)
 * - calls with a bearer: `unauthorized`; calls with a PayPal-Request-Id: `in_progress` (HTTP 409)
 * - calls of the PayPal API: `issue` (HTTP 422 that names the issue in `value`), `without` (the answer lacks
 *   the members `value` names, wherever they are)
 * - capture: `decline`, `declined_capture` (the order ends in a capture that failed), `pending`, `wrong_amount`, `wrong_currency`; refund: `pending`
 * - webhook: `off`, `duplicate`, `delay`, `out_of_order`, `forged`, `replay`
 * - mail: `refuse` (SMTP 550), `busy` (SMTP 451), `reset`, `silence`
 * - certificate (of webhooks), rates, coins, and Google's discovery, jwks and exchange (of a code): `garbage`
 * - push: `gone` (HTTP 410); `about` an endpoint; there and at PayPal `http_429` asks to wait the seconds in `value`
 * - btc, ltc (calls of a node's JSON-RPC, `about` a method): `unauthorized`, `busy` (HTTP 503), `garbage`, `issue`
 *   (the error whose code is in `value`; -28, still starting, unless told)
 * - id_token: `wrong_audience`, `wrong_issuer`, `expired`, `too_old`, `wrong_signature`; `about` a sub
 */
export const faultKinds = [
  'delay',
  'http_500',
  'http_429',
  'reset',
  'silence',
  'unauthorized',
  'in_progress',
  'issue',
  'without',
  'decline',
  'declined_capture',
  'pending',
  'wrong_amount',
  'wrong_currency',
  'off',
  'duplicate',
  'out_of_order',
  'forged',
  'replay',
  'refuse',
  'busy',
  'garbage',
  'wrong_audience',
  'wrong_issuer',
  'expired',
  'too_old',
  'wrong_signature',
  'gone',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One thing that goes wrong. `{ operation: 'capture', kind: 'silence', after: true }` is a time-out after success. */
export interface Fault {
  readonly operation: Operation;
  readonly kind: FaultKind;
  /** How many requests it spoils; 1 unless told. `always` lasts until it is removed. */
  readonly times?: number | 'always';
  /** The effect happens first, only the answer is spoilt. */
  readonly after?: boolean;
  /** Only for what carries this order, capture or event id, reference, event type or mail address. */
  readonly about?: string;
  /** Waits this long first; with kind `delay` nothing else happens. */
  readonly delayMs?: number;
  /** `wrong_amount`: the decimal text captured instead; one cent less unless told. `issue`: its name. `without`: members, comma separated. */
  readonly value?: string;
  /** `wrong_currency`: captured instead, upper case. */
  readonly currency?: string;
  /** `duplicate`, `replay`: how many more times; 1 unless told. */
  readonly copies?: number;
}

export interface ListedFault extends Fault {
  readonly id: number;
  readonly left: number | 'always';
}

export interface Faults {
  /** Adds a fault; the first fitting one in the order of adding is used. Answers its id. */
  add(fault: Fault): number;
  remove(id: number): void;
  clear(): void;
  list(): readonly ListedFault[];
  /** Uses up one turn of the first fault that fits, if any. */
  take(operation: Operation, subjects: readonly string[]): Fault | undefined;
}

/** An empty list: everything works. */
export function makeFaults(): Faults {
  let listed: ListedFault[] = [];
  let lastId = 0;
  const remove = (id: number) => {
    listed = listed.filter((fault) => fault.id !== id);
  };
  return {
    add(fault) {
      lastId += 1;
      listed.push({ ...fault, id: lastId, left: fault.times ?? 1 });
      return lastId;
    },
    remove,
    clear() {
      listed = [];
    },
    list: () => listed,
    take(operation, subjects) {
      const found = listed.find(
        (fault) =>
          fault.operation === operation &&
          (fault.about === undefined || subjects.includes(fault.about)),
      );
      if (!found) return undefined;
      const left = found.left === 'always' ? found.left : found.left - 1;
      if (left === 0) remove(found.id);
      else listed = listed.map((fault) => (fault.id === found.id ? { ...found, left } : fault));
      return found;
    },
  };
}

/** Waits as long as the fault says; ends at once when the sandbox closes. */
export async function waitFor(fault: Fault | undefined, closing: AbortSignal): Promise<void> {
  if (fault?.delayMs === undefined) return;
  await pause(fault.delayMs, undefined, { signal: closing }).catch(() => undefined);
}

const isOptional = (value: unknown, type: 'string' | 'boolean') =>
  value === undefined || value === null || typeof value === type;
const isCount = (value: unknown) =>
  value === undefined || (typeof value === 'number' && Number.isInteger(value) && value >= 0);

/** Reads a fault sent over HTTP; throws an `Error` that names the wrong field. */
export function readFault(body: unknown): Fault {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const check = (good: boolean, field: string, want: string) => {
    if (!good) throw new Error(`${field}: ${want}`);
  };
  check(
    operations.some((o) => o === given.operation),
    'operation',
    operations.join(', '),
  );
  check(
    faultKinds.some((k) => k === given.kind),
    'kind',
    faultKinds.join(', '),
  );
  check(given.times === 'always' || isCount(given.times), 'times', 'a whole number or "always"');
  check(isCount(given.delayMs), 'delayMs', 'a whole number of milliseconds');
  check(isCount(given.copies), 'copies', 'a whole number');
  check(isOptional(given.after, 'boolean'), 'after', 'true or false');
  for (const field of ['about', 'value', 'currency'])
    check(isOptional(given[field], 'string'), field, 'a text');
  return given as unknown as Fault;
}
