import { type Logger, pino } from 'pino';

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

/** Structured logs, one JSON object a line; tokens, passwords, PINs and codes are never written. */
export function makeLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
  });
}
