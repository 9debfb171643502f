import { type Answer, send, sendForData } from '@giftlane/client/api.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type Points = Answer<'GET /points'>['data'];
export type PointMovement = Answer<'GET /points/history'>['data'][number];

export const pointsQuery = queryOptions({
  queryKey: ['points'],
  queryFn: ({ signal }): Promise<Points> => sendForData('GET /points', { signal }),
});

export const perPage = 10;

export const pointHistoryQuery = (page: number) =>
  queryOptions({
    queryKey: ['point-history', page],
    queryFn: async ({ signal }) => {
      const query = { page, limit: perPage };
      const answer = await send('GET /points/history', { query, signal });
      return { movements: answer.data, total: answer.totalCount };
    },
    placeholderData: keepPreviousData,
  });

const grouped = new Intl.NumberFormat('en-US');

/** A number of points, in groups of three. */
export const pointsText = (points: number): string => grouped.format(points);
