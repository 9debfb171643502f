/**
 * Decisions that can still be undone. A decision is sent after ten seconds, when the page is left, or before the next
 * decision on the same case; until then it is only in this tab.
 */
import { sayFailure } from '@giftlane/client/query-client.ts';
import { externalStore } from '@giftlane/client/storage/external-store.ts';
import { useSyncExternalStore } from 'react';

const undoMs = 10_000;

export interface Decision {
  /** The case. */
  readonly id: string;
  /** What was decided, in the past tense. */
  readonly label: string;
  /** Makes the call; `keepalive` when the page is being left. */
  readonly send: (keepalive: boolean) => Promise<unknown>;
  /** After it was made or refused: reads the case anew. */
  readonly done: () => Promise<unknown>;
}

const waiting = externalStore<readonly Decision[]>([]);
const timers = new Map<Decision, ReturnType<typeof setTimeout>>();

function take(decision: Decision): boolean {
  clearTimeout(timers.get(decision));
  waiting.write(waiting.read().filter((other) => other !== decision));
  return timers.delete(decision);
}

async function make(decision: Decision, keepalive = false): Promise<void> {
  if (!timers.has(decision)) return;
  clearTimeout(timers.get(decision));
  timers.delete(decision);
  try {
    await decision.send(keepalive);
  } catch (error) {
    sayFailure(error);
  }
  // Hidden from its list until the list is read anew.
  await decision.done().catch(() => undefined);
  take(decision);
}

/** Decides a case; it is made in ten seconds. */
export function decide(decision: Decision): void {
  timers.set(
    decision,
    setTimeout(() => void make(decision), undoMs),
  );
  waiting.write([...waiting.read(), decision]);
}

/** Takes the last decision back that was not made yet. */
export function undo(): Decision | undefined {
  const last = waiting.read().findLast((decision) => timers.has(decision));
  if (last) take(last);
  return last;
}

/** The decisions that can be undone. */
export const useWaiting = (): readonly Decision[] =>
  useSyncExternalStore(waiting.subscribe, waiting.read);

/** Makes all decisions now, before the operator signs out. */
export async function makeAll(): Promise<void> {
  await Promise.all(waiting.read().map((decision) => make(decision)));
}

addEventListener('pagehide', () => {
  for (const decision of waiting.read()) void make(decision, true);
});
