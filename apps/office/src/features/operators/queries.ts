import { apiKey, apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';

export const rolesQuery = apiQuery('GET /office/roles', {});

/** Reads operators and roles anew, after a change. */
export const refetchStaff = () =>
  Promise.all(
    [
      apiKey('GET /office/operators'),
      apiKey('GET /office/operators/{id}'),
      apiKey('GET /office/roles'),
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
