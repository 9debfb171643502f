import { send } from '@giftlane/client/api.ts';
import { ApiError } from '@giftlane/client/api-error.ts';

/** Reports that were sent; equal ones are sent once. */
const sent = new Set<string>();
const maxReports = 5;
const maxFrames = 8;

/** The path with ids, tokens and all other segments that are no plain words replaced by `:`. */
export const pageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, 6)
    .map((part) => (/^[a-z-]{0,24}$/.test(part) ? part : ':'))
    .join('/');

/** The stack frames in the shop's own scripts. */
export const framesOf = (stack: string): string[] =>
  [...stack.matchAll(/\/assets\/([\w.-]{1,60}\.js):(\d{1,6}):(\d{1,7})/g)]
    .slice(0, maxFrames)
    .map(([, file, line, column]) => `${file}:${line}:${column}`);

/** Reports a crash of a page to the server, without personal data. Never throws. */
export function reportCrash(error: unknown): void {
  if (error instanceof ApiError) return; // A refused or failed call is no crash.
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const sError = /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
  const body = { sPage: pageOf(location.pathname), sError, aFrames: framesOf(stack) };
  const key = JSON.stringify(body);
  if (sent.has(key) || sent.size >= maxReports) return;
  sent.add(key);
  send('POST /crashes', { body, anonymous: true, keepalive: true }).catch(() => undefined);
}
