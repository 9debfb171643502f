import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { debounced, secondsLeft } from './idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = (count: number) => count * 60_000;

test('SESS-09 after 15 minutes a countdown of 60 seconds begins', () => {
  expect(secondsLeft(minutes(15) - 1)).toBeNull();
  expect(secondsLeft(minutes(15))).toBe(60);
  expect(secondsLeft(minutes(15) + 59_001)).toBe(1);
  expect(secondsLeft(minutes(16))).toBe(0);
  expect(secondsLeft(minutes(600))).toBe(0);
});

test('SESS-10 a burst of touches counts once, 250 ms after the last', () => {
  const act = vi.fn();
  const touch = debounced(act);
  touch.call();
  vi.advanceTimersByTime(249);
  touch.call();
  vi.advanceTimersByTime(249);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledOnce();
  touch.call();
  touch.cancel();
  vi.advanceTimersByTime(500);
  expect(act).toHaveBeenCalledOnce();
});
