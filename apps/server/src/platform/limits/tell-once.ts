/** Logs a lasting problem once, and once when it is over. */
import type { Log } from '../process/log.ts';

const told = new WeakMap<Log, Map<string, string>>();

/** `about` is what goes wrong, such as a coin's node; another reason than the last one is told again. */
export function tellOnce(
  log: Log,
  about: string,
  words: string,
  facts: { readonly reason?: unknown; readonly [name: string]: unknown },
  level: 'warn' | 'error' = 'warn',
): void {
  const last = told.get(log) ?? new Map<string, string>();
  told.set(log, last);
  const telling = `${words} ${facts.reason}`;
  if (last.get(about) === telling) return;
  last.set(about, telling);
  log[level](facts, words);
}

/** Reports success; logged after a problem. */
export function tellOver(log: Log, about: string, words: string): void {
  if (told.get(log)?.delete(about)) log.info({ about }, words);
}
