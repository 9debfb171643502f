import { queryClient } from '@giftlane/client/query-client.ts';
import { expect, test, vi } from 'vitest';
import { settled } from './settled.ts';

test('nobody listens any more once it is settled: a server draws pages for months', async () => {
  const leave = vi.fn();
  let loaded = false;
  let look: () => void = expect.unreachable;
  const ready = settled(
    () => loaded,
    (listener) => {
      look = listener;
      return leave;
    },
  );
  expect(queryClient.getQueryCache().hasListeners()).toBe(true);
  loaded = true;
  look();
  await ready;
  expect(leave).toHaveBeenCalledOnce();
  expect(queryClient.getQueryCache().hasListeners()).toBe(false);
});
