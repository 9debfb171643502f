import type { listPoints, showPoints } from '@giftlane/contract/points.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, send } from '../../lib/api.ts';

export type Points = Answer<typeof showPoints>['data'];
export type PointMovement = Answer<typeof listPoints>['data'][number];

export const pointsQuery = queryOptions({
  queryKey: ['points'],
  queryFn: async ({ signal }): Promise<Points> =>
    (await send<typeof showPoints>('GET /points', { signal })).data,
});

export const perPage = 10;

export const pointHistoryQuery = (page: number) =>
  queryOptions({
    queryKey: ['point-history', page],
    queryFn: async ({ signal }) => {
      const query = { page, limit: perPage };
      const answer = await send<typeof listPoints>('GET /points/history', { query, signal });
      return { movements: answer.data, total: answer.totalCount };
    },
    placeholderData: keepPreviousData,
  });

const grouped = new Intl.NumberFormat('en-US');

/** A number of points, in groups of three. */
export const pointsText = (points: number): string => grouped.format(points);
