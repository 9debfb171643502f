/**
 * The one cache of what the server said. A failure is said once: as a toast (ERR-05), or in its place by what has
 * one. What could not be loaded at all has: its page says so there. What fails behind something that is shown has not.
 */

import { type ToastAction, toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: what went wrong is said in its place. */
    mutationMeta: { quiet?: boolean };
    queryMeta: { quiet?: boolean };
  }
}

/** Whether asking again can help: the server was away, not unwilling. */
function worthRetrying(failures: number, error: unknown): boolean {
  const away = error instanceof ApiError && error.status >= 500;
  return away && failures < 1;
}

/** Says a failure, and what can be done about it. */
export function sayFailure(error: unknown, action?: ToastAction): void {
  if (error instanceof ApiError && error.status === 401) return; // Signing out says enough.
  toast.failure(messageOf(error), action);
}

// The library takes a network for granted until one is lost. A page that opens without one has to be
// told, or it would not ask again when there is one.
if (navigator.onLine === false) onlineManager.setOnline(false);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: worthRetrying,
      retryDelay: 800,
      // Without a network a call fails and says so (ERR-01); waiting for one would spin for ever.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // What was sent and answered, a password or a code, goes with the page that shows it.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (!query.meta?.quiet && query.state.data) sayFailure(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _sent, _kept, mutation) => {
      if (!mutation.meta?.quiet) sayFailure(error);
    },
  }),
});
