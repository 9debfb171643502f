/** Whether this machine has a network, as far as the browser knows. */
import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

const read = () => navigator.onLine;

/** Whether there is a network; followed as it comes and goes. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, read, () => true);
}
