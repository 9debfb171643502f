/** The queue of toasts, outside React, so that any code can show one. */
export interface Toast {
  id: number;
  tone: 'success' | 'failure' | 'plain';
  message: string;
  /** A button within the toast. */
  action?: ToastAction | undefined;
  /** Stays until it is dismissed. */
  lasting?: boolean | undefined;
}

export interface ToastAction {
  label: string;
  act: () => void;
}

const maxShown = 3;
/** With toasts that have an action or last: more would cover a phone. */
const maxWithActions = 6;
const stayMs = { success: 5_000, plain: 6_000, failure: 10_000 } as const;
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

/** Removes a toast. */
export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  change(queue.filter((item) => item.id !== id));
}

/** Removes all toasts. */
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

/** Stops all timers, while the pointer or the focus is on the toasts. */
export function holdToasts(): void {
  for (const timer of timers.values()) clearTimeout(timer);
}

/** Starts all timers again. */
export function releaseToasts(): void {
  for (const toast of queue) startTimer(toast);
}

/** The toasts that stay when there are too many. The oldest without an action is removed first, lasting ones never. */
function fitting(toasts: readonly Toast[]): readonly Toast[] {
  let left = [...toasts];
  while (left.length > maxShown) {
    const plain = left.slice(0, -1).find(({ action, lasting }) => !action && !lasting);
    const oldest = left.length > maxWithActions ? left.find(({ lasting }) => !lasting) : undefined;
    const removed = plain ?? oldest;
    if (!removed) break;
    left = left.filter((toast) => toast !== removed);
  }
  return left;
}

function push(tone: Toast['tone'], message: string, action?: ToastAction, lasting = false): number {
  const toast = { id: nextId++, tone, message, action, lasting };
  // Equal messages are one toast: two failed calls of a page have one cause.
  const others = queue.filter((item) => item.message !== message);
  change(fitting([...others, toast]));
  startTimer(toast);
  return toast.id;
}

export const toast = {
  success: (message: string, action?: ToastAction): void => void push('success', message, action),
  failure: (message: string, action?: ToastAction): void => void push('failure', message, action),
  /** Returns the id for `dismissToast`. */
  plain: (message: string, action?: ToastAction): number => push('plain', message, action),
  /** Stays until it is dismissed. */
  lasting: (message: string): void => void push('plain', message, undefined, true),
};

export const toastQueue = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Toast[] => queue,
};
