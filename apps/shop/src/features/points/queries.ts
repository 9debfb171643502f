import type { Answer } from '@giftlane/client/api.ts';
import { apiPageQuery, apiQuery } from '@giftlane/client/queries.ts';
import { numberFormat } from '@giftlane/texts/locale.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type Points = Answer<'GET /points'>['data'];
export type PointMovement = Answer<'GET /points/history'>['data'][number];

export const pointsQuery = apiQuery('GET /points', {});

export const pointsPerPage = 10;

export const pointHistoryQuery = (page: number) =>
  queryOptions({
    ...apiPageQuery('GET /points/history', { query: { page, limit: pointsPerPage } }),
    placeholderData: keepPreviousData,
  });

/** A number of points, in groups of three. */
export const pointsText = (points: number): string => numberFormat().format(points);
