import { queryClient } from '@giftlane/client/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { PushState } from './browser-push.ts';
import { usePush } from './use-push.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** The hook's function that changes the state, drawn once. */
function change(wanted: boolean): void {
  const found: ReturnType<typeof usePush>[] = [];
  function Probe() {
    found.push(usePush('key'));
    return null;
  }
  renderToString(
    <QueryClientProvider client={queryClient}>
      <Probe />
    </QueryClientProvider>,
  );
  found[0]?.change(wanted);
}

test('a change is not overwritten by a reading that began before it', async () => {
  const queryKey = ['push', 'key'];
  queryClient.setQueryDefaults(queryKey, { gcTime: 60_000 });
  queryClient.setQueryData<PushState>(queryKey, 'on');
  const { promise, resolve } = Promise.withResolvers<PushState>();
  const reading = queryClient
    .fetchQuery({ queryKey, queryFn: () => promise, staleTime: 0, gcTime: 60_000 })
    .catch(() => undefined);
  vi.stubGlobal('document', { head: { querySelector: () => null } });
  change(false);
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toBe('off'));
  resolve('on');
  await reading;
  expect(queryClient.getQueryData(queryKey)).toBe('off');
});
