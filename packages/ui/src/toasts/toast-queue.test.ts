import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearToasts, dismissToast, toast, toastQueue } from './toast-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  clearToasts();
  vi.useRealTimers();
});

const shown = () => toastQueue.read().map(({ message }) => message);
const undo = { label: 'Undo', act: () => undefined };

test('news makes room for news; an offer to undo and what stays until it is taken away are not pushed out by it', () => {
  toast.lasting('You were signed out.');
  toast.plain('Kestrel was removed', undo);
  for (const news of ['one', 'two', 'three']) toast.success(news);
  expect(shown()).toEqual(['You were signed out.', 'Kestrel was removed', 'three']);
  for (const title of ['Larch', 'Maple', 'Nimbus']) toast.plain(`${title} was removed`, undo);
  expect(shown()).toEqual([
    'You were signed out.',
    'Kestrel was removed',
    'Larch was removed',
    'Maple was removed',
    'Nimbus was removed',
  ]);
  // News is seen even then.
  toast.failure('Server error');
  expect(shown()).toContain('Server error');
});

test('a phone is not covered: of very many offers the oldest go, never what stays until it is taken away', () => {
  toast.lasting('You were signed out.');
  for (let n = 1; n <= 9; n += 1) toast.plain(`${n} was removed`, undo);
  expect(shown()).toHaveLength(6);
  expect(shown()[0]).toBe('You were signed out.');
  expect(shown().at(-1)).toBe('9 was removed');
  vi.runAllTimers();
  expect(shown()).toEqual(['You were signed out.']);
  dismissToast(toastQueue.read()[0]?.id ?? 0);
  expect(shown()).toEqual([]);
});
