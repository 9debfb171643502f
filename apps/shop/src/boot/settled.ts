import { queryClient } from '@giftlane/client/query-client.ts';

type Subscribe = (listener: () => void) => () => void;

const never: Subscribe = () => () => undefined;

/** Resolves when no query is being fetched and `isLoaded`, whose changes `subscribe` reports. */
export function settled(isLoaded = () => true, subscribe: Subscribe = never): Promise<void> {
  return new Promise((done) => {
    // In a later task: an answer may start further queries.
    const check = () =>
      setTimeout(() => {
        if (!isLoaded() || queryClient.isFetching() > 0) return;
        for (const unsubscribe of subscriptions) unsubscribe();
        done();
      });
    const subscriptions = [queryClient.getQueryCache().subscribe(check), subscribe(check)];
    check();
  });
}
