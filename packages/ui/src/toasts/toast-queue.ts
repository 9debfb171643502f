/** Notices on their way to the person: a queue outside React, so that any code can say something. */
export interface Toast {
  id: number;
  tone: 'success' | 'failure' | 'plain';
  message: string;
  /** What can be done about it, from within the notice. */
  action?: ToastAction | undefined;
  /** Stays until it is taken away. */
  lasting?: boolean | undefined;
}

export interface ToastAction {
  label: string;
  act: () => void;
}

const shownAtOnce = 3;
/** However many there are of those that wait for somebody: more would cover a phone. */
const shownAtMost = 6;
const stayMs = { success: 5_000, plain: 6_000, failure: 10_000 } as const;
/** Who has to read, decide and reach a button needs longer. */
const stayWithActionMs = 15_000;

let queue: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const stayOf = ({ tone, action }: Toast) => (action ? stayWithActionMs : stayMs[tone]);

function change(next: readonly Toast[]) {
  queue = next;
  for (const listener of listeners) listener();
}

/** Takes a notice away. */
export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  change(queue.filter((item) => item.id !== id));
}

/** Takes all of them away: they speak to somebody who has left. */
export function clearToasts(): void {
  for (const { id } of queue) dismissToast(id);
}

function startTimer(toast: Toast) {
  clearTimeout(timers.get(toast.id));
  if (toast.lasting) return;
  timers.set(
    toast.id,
    setTimeout(() => dismissToast(toast.id), stayOf(toast)),
  );
}

/** While somebody points at the notices or is among them with the keyboard, none goes away. */
export function holdToasts(): void {
  for (const timer of timers.values()) clearTimeout(timer);
}

/** Lets the notices go again, each after its time. */
export function releaseToasts(): void {
  for (const toast of queue) startTimer(toast);
}

/**
 * Those that stay when there are too many. One that waits for somebody, as an offer to undo does, is not pushed
 * out by news: that goes first, the oldest before the others.
 */
function fitting(toasts: readonly Toast[]): readonly Toast[] {
  let left = [...toasts];
  while (left.length > shownAtOnce) {
    const news = left.slice(0, -1).find(({ action, lasting }) => !action && !lasting);
    const oldest = left.length > shownAtMost ? left.find(({ lasting }) => !lasting) : undefined;
    const goes = news ?? oldest;
    if (!goes) break;
    left = left.filter((toast) => toast !== goes);
  }
  return left;
}

function push(tone: Toast['tone'], message: string, action?: ToastAction, lasting = false): number {
  const toast = { id: nextId++, tone, message, action, lasting };
  // The same words twice at once are one notice: two failed calls of a page have one cause.
  const others = queue.filter((item) => item.message !== message);
  change(fitting([...others, toast]));
  startTimer(toast);
  return toast.id;
}

export const toast = {
  success: (message: string, action?: ToastAction): void => void push('success', message, action),
  failure: (message: string, action?: ToastAction): void => void push('failure', message, action),
  /** Answers by what it is taken away. */
  plain: (message: string, action?: ToastAction): number => push('plain', message, action),
  /** Stays until it is taken away: for somebody who is not looking. */
  lasting: (message: string): void => void push('plain', message, undefined, true),
};

export const toastQueue = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Toast[] => queue,
};
