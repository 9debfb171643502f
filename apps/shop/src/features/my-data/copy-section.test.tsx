import { queryClient } from '@giftlane/client/query-client.ts';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { useCopyActions } from './copy-section.tsx';

/** The hook's answer, drawn once. */
function actions() {
  const found: ReturnType<typeof useCopyActions>[] = [];
  function Probe() {
    found.push(useCopyActions());
    return null;
  }
  renderToString(<Probe />);
  const [first] = found;
  if (!first) throw new Error('The hook was not called');
  return first;
}

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each(['request', 'download'] as const)(
  'a double click is one %s, also where the first click was answered before the second',
  async (name) => {
    vi.useFakeTimers();
    vi.stubGlobal('location', { assign: () => undefined });
    const fetch = vi.fn(async () => Response.json({ message: '', data: { sUrl: '/copy' } }));
    vi.stubGlobal('fetch', fetch);
    const { onClick } = actions()[name];
    onClick({ detail: 1 });
    await vi.advanceTimersByTimeAsync(100);
    onClick({ detail: 2 });
    await vi.advanceTimersByTimeAsync(100);
    expect(fetch).toHaveBeenCalledOnce();
    onClick({ detail: 1 });
    await vi.advanceTimersByTimeAsync(100);
    expect(fetch).toHaveBeenCalledTimes(2);
  },
);
