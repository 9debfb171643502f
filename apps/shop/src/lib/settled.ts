import { queryClient } from './query-client.ts';

type Subscribe = (listener: () => void) => unknown;

/** Done when nothing is asked for any more and, where that is followed, `isLoaded`. */
export function settled(isLoaded = () => true, subscribe?: Subscribe): Promise<void> {
  return new Promise((done) => {
    // What has just come may be a reason to ask for more: whoever waits for it comes first.
    const look = () =>
      setTimeout(() => {
        if (isLoaded() && queryClient.isFetching() === 0) done();
      });
    queryClient.getQueryCache().subscribe(look);
    subscribe?.(look);
    look();
  });
}
