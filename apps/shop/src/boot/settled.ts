import { queryClient } from '@giftlane/client/query-client.ts';

type Subscribe = (listener: () => void) => () => void;

const never: Subscribe = () => () => undefined;

/** Done when nothing is asked for any more and, where that is followed, `isLoaded`. */
export function settled(isLoaded = () => true, subscribe: Subscribe = never): Promise<void> {
  return new Promise((done) => {
    // What has just come may be a reason to ask for more: whoever waits for it comes first.
    const look = () =>
      setTimeout(() => {
        if (!isLoaded() || queryClient.isFetching() > 0) return;
        for (const end of ends) end();
        done();
      });
    const ends = [queryClient.getQueryCache().subscribe(look), subscribe(look)];
    look();
  });
}
