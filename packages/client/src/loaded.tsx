import type { ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';

interface LoadedProps<T> {
  query: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown };
  /** Shown until there is data. */
  waiting: ReactNode;
  /** What could not be loaded, in a sentence. */
  failed?: string;
  /** The failure stands in a box already. */
  inside?: boolean;
  /** The failure takes the place of a whole page. */
  page?: boolean;
  children: (data: T) => ReactNode;
}

/** Shows the data of a query, or that it is loading, or that it failed. Data stays when a refetch fails. */
export function Loaded<T>({ query, waiting, failed, children, ...place }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return waiting;
  return (
    <LoadFailed {...place} {...(failed && { title: failed })} error={error} onRetry={refetch} />
  );
}
