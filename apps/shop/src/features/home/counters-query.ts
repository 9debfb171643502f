import { apiQuery } from '@giftlane/client/queries.ts';
import { queryOptions } from '@tanstack/react-query';

/** The figures of the shop; without them the page shows dashes. */
export const countersQuery = queryOptions({
  ...apiQuery('GET /counter', { anonymous: true }),
  meta: { quiet: true },
});
