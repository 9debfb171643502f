import { send } from '@giftlane/client/api.ts';
import { ApiError } from '@giftlane/client/api-error.ts';

/** One page may crash the same way again and again: each way is told once, and only so many. */
const told = new Set<string>();
const mostTold = 5;
const mostFrames = 8;

/** The path without ids, tokens and whatever else is not a plain word. */
export const pageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, 6)
    .map((part) => (/^[a-z-]{0,24}$/.test(part) ? part : ':'))
    .join('/');

/** The places in the shop's own scripts that a stack names. */
export const framesOf = (stack: string): string[] =>
  [...stack.matchAll(/\/assets\/([\w.-]{1,60}\.js):(\d{1,6}):(\d{1,7})/g)]
    .slice(0, mostFrames)
    .map(([, file, line, column]) => `${file}:${line}:${column}`);

/** Tells the shop that a page crashed: where and how, and nothing about the person. Never fails itself. */
export function reportCrash(error: unknown): void {
  if (error instanceof ApiError) return; // An answer that was refused or never came: no fault of the page.
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const sError = /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
  const body = { sPage: pageOf(location.pathname), sError, aFrames: framesOf(stack) };
  const key = JSON.stringify(body);
  if (told.has(key) || told.size >= mostTold) return;
  told.add(key);
  send('POST /crashes', { body, anonymous: true, keepalive: true }).catch(() => undefined);
}
