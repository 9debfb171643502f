import { hostname } from 'node:os';
import { type Logger, pino } from 'pino';
import { isTracing, traceId } from './tracing.ts';

export type Log = Logger;

const secretFields = [
  'authorization',
  'token',
  'secretToken',
  'password',
  'sPassword',
  'sNewPassword',
  'sNewRetypedPassword',
  'sOldPassword',
  'sPin',
  'sCode',
  'sOrderContent',
  'Authorization',
];

/** An error without the driver's properties, such as connections and rows with members' values. */
function errorFields(error: Error): object {
  const { client, detail, where, internalQuery, ...fields } = pino.stdSerializers.err(
    error,
  ) as object as Record<string, unknown>;
  return fields;
}

export type Role = 'server' | 'worker' | 'signer' | 'cli';
let role: Role = 'cli';

/** Says what this process is, before its first log line; without a word it is the command line. */
export function nameProcess(name: Role): void {
  role = name;
}

/** The trace a line belongs to, where there is one. */
function traceFields(): object {
  const trace = traceId();
  return trace ? { trace } : {};
}

/** Structured logs, one JSON object a line; tokens, passwords, PINs and codes are never written. */
export function makeLog(level: string): Log {
  return pino({
    level,
    base: { host: hostname(), role },
    ...(isTracing() && { mixin: traceFields }),
    serializers: { err: errorFields },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
  });
}
