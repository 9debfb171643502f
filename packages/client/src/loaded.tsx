import type { ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';

interface LoadedProps<T> {
  query: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown };
  /** Shown while loading. */
  waiting: ReactNode;
  /** Title of the failure. */
  failed?: string;
  /** The failure is shown within a box. */
  inside?: boolean;
  /** The failure replaces a whole page. */
  page?: boolean;
  children: (data: T) => ReactNode;
}

/** Shows a query's data, loading or failure. Data stays when a refetch fails. */
export function Loaded<T>({ query, waiting, failed, children, ...place }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return waiting;
  return (
    <LoadFailed {...place} {...(failed && { title: failed })} error={error} onRetry={refetch} />
  );
}
