import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.resetModules();
});

const said = (at: string) => ({ headers: new Headers({ date: at }) });

test('a device an hour ahead counts by the time of the server', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T13:00:00Z') });
  const { noteServerTime, serverNow } = await import('./server-clock.ts');
  expect(serverNow()).toBe(Date.parse('2026-03-01T13:00:00Z'));
  noteServerTime(said('Sun, 01 Mar 2026 12:00:00 GMT'));
  expect(serverNow()).toBe(Date.parse('2026-03-01T12:00:00Z'));
  vi.advanceTimersByTime(90_000);
  expect(serverNow()).toBe(Date.parse('2026-03-01T12:01:30Z'));
});

test('the latest answer counts, an older or unreadable one changes nothing, and a corrected device neither', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') });
  const { noteServerTime, serverNow } = await import('./server-clock.ts');
  noteServerTime(said('Sun, 01 Mar 2026 12:00:05 GMT'));
  noteServerTime(said('Sun, 01 Mar 2026 11:59:00 GMT'));
  noteServerTime(said('soon'));
  noteServerTime({ headers: new Headers() });
  expect(serverNow()).toBe(Date.parse('2026-03-01T12:00:05Z'));
  vi.setSystemTime(Date.parse('2026-03-01T11:44:00Z'));
  expect(serverNow()).toBe(Date.parse('2026-03-01T12:00:05Z'));
});
