/**
 * How a call of the API is described. One description serves the server (validation), the OpenAPI
 * document, the browser's client, the fuzzer and the authorisation matrix.
 */
import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './office/permissions.ts';

/**
 * Who may make a call. `open`: anyone; `member`: a valid token; `provider`: verified by its content; `staff`: an
 * operator's session, with the call's permission if it has one.
 */
export type Policy = 'open' | 'member' | 'provider' | 'staff';

export interface Call {
  /** Operation id, `feature.verb`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, parameters in braces: `/cart/{id}`. */
  readonly path: string;
  readonly policy: Policy;
  /** What an operator needs beside a session. */
  readonly permission?: Permission;
  /** A GET of staff that shows papers, codes or contact data: each one is in the audit log, as every change is. */
  readonly looks?: true;
  /** Fields of the body that the audit log leaves out: secrets and long contents. */
  readonly unlogged?: readonly string[];
  /** One sentence: what it promises. */
  readonly summary: string;
  /** Requirement ids, units and shapes, for the reader of the API page. */
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body is a file of at most so many bytes, sent as it is; only for calls of staff. */
  readonly fileBytes?: number;
  /** The `data` of the envelope. */
  readonly data: z.ZodType;
  /** Envelope fields beside status, message and data (OPEN-18). */
  readonly extras?: z.ZodRawShape;
  /** Statuses of success; 200 when absent. */
  readonly success?: readonly number[];
  /** Refusals of this call, beside those of bad input, a missing token and the rate limit. */
  readonly refusals?: readonly ErrorCode[];
  /** A reply that is not the JSON envelope: its media type. */
  readonly produces?:
    | 'text/csv'
    | 'application/pdf'
    | 'application/zip'
    | 'application/json'
    | 'image/jpeg'
    | 'text/event-stream';
}

/** True for calls whose every use is in the audit log: changes of operators, and looks. */
export const isLogged = ({ policy, method, looks }: Call): boolean =>
  policy === 'staff' && (method !== 'GET' || looks === true);

/** Keeps the literal types of a call. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

type Read<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
/** What a handler receives after validation. */
export interface Input<C extends Call> {
  params: Read<C['params']>;
  query: Read<C['query']>;
  body: Read<C['body']>;
}
/** What a client has to send. */
export interface Request<C extends Call> {
  params?: Sent<C['params']>;
  query?: Sent<C['query']>;
  body?: Sent<C['body']>;
}
/** The `data` of a successful reply. */
export type Data<C extends Call> = z.output<C['data']>;
