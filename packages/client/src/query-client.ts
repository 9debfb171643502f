/**
 * The query cache. Failures of mutations and of refetches are shown as a toast (ERR-05), unless they are `quiet`. A failure
 * without older data is shown in place of the data.
 */
import { type ToastAction, toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: no toast. */
    mutationMeta: { quiet?: boolean };
    queryMeta: { quiet?: boolean };
  }
}

/** Retries a server error once, not a refusal. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof ApiError && error.status >= 500;
}

/** Shows a failure as a toast, with an optional action. */
export function sayFailure(error: unknown, action?: ToastAction): void {
  if (error instanceof ApiError && error.status === 401) return; // The sign-out has its own notice.
  toast.failure(messageOf(error), action);
}

// The library assumes a network at first; a page that opens without one would not refetch when it is back.
if (navigator.onLine === false) onlineManager.setOnline(false);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: shouldRetry,
      retryDelay: 800,
      // Without a network a call fails (ERR-01) instead of waiting for one.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Not cached: variables and answers may have passwords or codes.
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
