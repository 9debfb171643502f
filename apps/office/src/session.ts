/** The operator who is signed in. The session is a cookie that scripts can not read. */
import { isRefusal } from '@giftlane/client/api-error.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { redirect } from 'react-router';

export const sessionQuery = apiQuery('GET /office/session', {});

const noSession = (error: unknown): undefined => {
  if (isRefusal(error, 'session.required')) return undefined;
  throw error;
};

/** A loader of pages for operators: leads others to the sign-in. */
export async function requireOperator() {
  const operator = await queryClient.ensureQueryData(sessionQuery).catch(noSession);
  return operator ?? redirect('/sign-in');
}

/** Forgets what the last operator was shown. */
export function forgetSession(): void {
  queryClient.clear();
}
