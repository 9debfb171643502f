/** Notices on their way to the person: a queue outside React, so that any code can say something. */
export interface Toast {
  id: number;
  tone: 'success' | 'failure' | 'plain';
  message: string;
}

const shownAtOnce = 3;
const stayMs = { success: 5_000, plain: 6_000, failure: 10_000 } as const;

let queue: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  queue = next;
  for (const listener of listeners) listener();
}

/** Takes a notice away. */
export function dismissToast(id: number): void {
  change(queue.filter((item) => item.id !== id));
}

function push(tone: Toast['tone'], message: string, forMs: number = stayMs[tone]) {
  const id = nextId++;
  // The same words twice at once are one notice: two failed calls of a page have one cause.
  const others = queue.filter((item) => item.message !== message);
  change([...others, { id, tone, message }].slice(-shownAtOnce));
  if (forMs < Number.POSITIVE_INFINITY) setTimeout(() => dismissToast(id), forMs);
}

export const toast = {
  success: (message: string): void => push('success', message),
  failure: (message: string): void => push('failure', message),
  plain: (message: string): void => push('plain', message),
  /** Stays until it is taken away: for somebody who is not looking. */
  lasting: (message: string): void => push('plain', message, Number.POSITIVE_INFINITY),
};

export const toastQueue = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Toast[] => queue,
};
