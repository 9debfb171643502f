import { apiQuery } from '@giftlane/client/queries.ts';
import { readAnew } from '../../read-anew.ts';

export const rolesQuery = apiQuery('GET /office/roles', {});

/** Reads operators and roles anew, after a change. */
export const refetchStaff = () =>
  readAnew('GET /office/operators', 'GET /office/operators/{id}', 'GET /office/roles');
