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

/** An error without the driver's properties, such as connections and rows with members' values. */
function errorFields(error: Error): object {
  const { client, detail, where, internalQuery, ...fields } = pino.stdSerializers.err(
    error,
  ) as object as Record<string, unknown>;
  return fields;
}

/** Structured logs, one JSON object a line; tokens, passwords, PINs and codes are never written. */
export function makeLog(level: string): Log {
  return pino({
    level,
    base: null,
    serializers: { err: errorFields },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
  });
}
