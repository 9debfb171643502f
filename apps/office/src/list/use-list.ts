/** Long lists, page after page. */
import { type Answer, type Sending, sendForData } from '@giftlane/client/api.ts';
import type { Route } from '@giftlane/client/calls.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNews } from '../read-anew.ts';

interface Page {
  aRows: readonly unknown[];
  sNext: string | null;
}

/** Calls whose data is a page of rows. */
export type ListRoute = { [R in Route]: Answer<R>['data'] extends Page ? R : never }[Route];
export type RowOf<R extends ListRoute> = Answer<R>['data']['aRows'][number];

/** The rows of a list so far. */
export interface Listed<Row, Whole = unknown> {
  /** The first page, with what it says of the whole list. */
  readonly first: Whole | undefined;
  readonly rows: readonly Row[];
  readonly query: {
    readonly data: readonly Row[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Something happened that is read only when the operator asks. */
  readonly hasNews: boolean;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly more: () => void;
}

/** A list of a call, by its filters. */
export function useList<R extends ListRoute>(
  route: R,
  filters: Omit<NonNullable<Sending<R>['query']>, 'sAfter'>,
  params?: Sending<R>['params'],
): Listed<RowOf<R>, Answer<R>['data']> {
  const listed = useInfiniteQuery({
    queryKey: [route, { query: filters, params, pages: true }],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? filters : { ...filters, sAfter: pageParam };
      return (await sendForData(route, {
        query,
        params,
        signal,
      } as unknown as Sending<R>)) as Answer<R>['data'] & {
        aRows: RowOf<R>[];
        sNext: string | null;
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ sNext }) => sNext,
  });
  const hasNews = useNews(route, listed.dataUpdatedAt);
  const data = listed.data?.pages.flatMap(({ aRows }) => aRows);
  return {
    first: listed.data?.pages[0],
    rows: data ?? [],
    query: { data, error: listed.error, refetch: listed.refetch },
    hasNews,
    hasMore: listed.hasNextPage,
    loadingMore: listed.isFetchingNextPage,
    more: () => void listed.fetchNextPage(),
  };
}
