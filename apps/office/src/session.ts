/** The operator who is signed in. The session is a cookie that scripts can not read. */
import type { Answer } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import { redirect, useRouteLoaderData } from 'react-router';

export const sessionQuery = apiQuery('GET /office/session', {});

export type Operator = Answer<'GET /office/session'>['data'];

const noSession = (error: unknown): undefined => {
  if (isRefusal(error, 'session.required')) return undefined;
  throw error;
};

const present = () => queryClient.ensureQueryData(sessionQuery).catch(noSession);

/** The route of the frame, whose loader has the operator. */
export const frameId = 'frame';

/** A loader of pages for operators: leads others to the sign-in. */
export const requireOperator = async () => (await present()) ?? redirect('/sign-in');

/** A loader of the sign-in: leads operators to their first page. */
export const requireNobody = async () => ((await present()) ? redirect('/') : null);

/** A loader of the page of an invitation: without a token it leads to the sign-in. */
export const requireInvitation = () => (location.hash.length > 1 ? null : redirect('/sign-in'));

/** The operator, within the frame. */
export function useOperator(): Operator {
  const operator = useRouteLoaderData<Operator>(frameId);
  if (!operator) throw new Error('a page for operators outside the frame');
  return operator;
}

/** True when the operator has a permission. */
export const useMay = (permission: Permission): boolean =>
  useOperator().aPermissions.includes(permission);

/** Forgets what the last operator was shown. */
export function forgetSession(): void {
  queryClient.clear();
}
