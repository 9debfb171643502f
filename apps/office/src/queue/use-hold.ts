/** Holds the open case, so that others see who works on it. */
import { send, sendForData } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import type { Queue } from '@giftlane/contract/office/cases.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

const renewMs = 5 * 60_000;

/** Holds a case while it is shown; the name of another operator who holds it, else empty. */
export function useHold(queue: Queue, id: string): string {
  const params = { sQueue: queue, id };
  const held = useQuery({
    queryKey: ['hold', queue, id],
    queryFn: ({ signal }) => sendForData('PUT /office/cases/{sQueue}/{id}', { params, signal }),
    refetchInterval: renewMs,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(
    () => () => {
      const request = { params: { sQueue: queue, id }, keepalive: true };
      // It ends by itself otherwise.
      void send('DELETE /office/cases/{sQueue}/{id}', request).catch(() => undefined);
    },
    [queue, id],
  );
  return held.data && !held.data.bMine ? held.data.sName : '';
}

/** Who works on which case of a queue. */
export function useHeld(queue: Queue): ReadonlyMap<string, string> {
  const { data = [] } = useQuery({
    ...apiQuery('GET /office/cases/{sQueue}', { params: { sQueue: queue } }),
    refetchInterval: 15_000,
  });
  return new Map(data.filter(({ bMine }) => !bMine).map(({ _id, sName }) => [_id, sName]));
}
