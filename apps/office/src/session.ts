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

const present = () => queryClient.ensureQueryData(sessionQuery).catch(noSession);

/** A loader of pages for operators: leads others to the sign-in. */
export const requireOperator = async () => (await present()) ?? redirect('/sign-in');

/** A loader of the sign-in: leads operators to their first page. */
export const requireNobody = async () => ((await present()) ? redirect('/') : null);

/** A loader of the page of an invitation: without a token it leads to the sign-in. */
export const requireInvitation = () => (location.hash.length > 1 ? null : redirect('/sign-in'));

/** Forgets what the last operator was shown. */
export function forgetSession(): void {
  queryClient.clear();
}
