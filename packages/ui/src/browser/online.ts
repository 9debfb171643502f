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

/** True while the browser has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, read, () => true);
}
