/** The operator who is signed in. The session is a cookie that scripts can not read. */
import { type Answer, connectApi, sendForData } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import { text } from '@giftlane/texts/text.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { type createBrowserRouter, redirect, useRouteLoaderData } from 'react-router';
import { isIdle, lock, noteInput } from './idle.ts';

const sessionQuery = apiQuery('GET /office/session', {});

export type Operator = Answer<'GET /office/session'>['data'];

const noSession = (error: unknown): undefined => {
  if (isRefusal(error, 'session.required')) return undefined;
  throw error;
};

const present = () => queryClient.ensureQueryData(sessionQuery).catch(noSession);

/** The route of the frame, whose loader has the operator. */
export const frameId = 'frame';

/** The sign-in, which leads back to an address. */
const signInFor = ({ pathname, search }: { pathname: string; search: string }, why = '') =>
  `/sign-in?${new URLSearchParams({ to: pathname + search, ...(why && { why }) })}`;

/** The address within the office that a sign-in leads to. */
export const addressAfter = (params: URLSearchParams): string =>
  /^\/(?![/\\])/.exec(params.get('to') ?? '') ? (params.get('to') ?? '/') : '/';

/** A loader of pages for operators: leads others to the sign-in. */
export const requireOperator = async ({ request }: { request: Request }) =>
  (await present()) ?? redirect(signInFor(new URL(request.url)));

/** A loader of the sign-in: leads operators to their page. */
export const requireNobody = async ({ request }: { request: Request }) =>
  (await present()) ? redirect(addressAfter(new URL(request.url).searchParams)) : null;

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

/** Begins the session of an operator who has just signed in. */
export function beginSession(operator: Operator): void {
  noteInput();
  queryClient.setQueryData(sessionQuery.queryKey, operator);
}

/** Forgets what the last operator was shown. */
export function forgetSession(): void {
  queryClient.clear();
}

type Router = ReturnType<typeof createBrowserRouter>;
let router: Router | undefined;

/** The session has ended: an idle screen is locked, another leaves for the sign-in. Nothing stays on it. */
export function onSignedOut(): void {
  if (lock.read() || !queryClient.getQueryData(sessionQuery.queryKey)) return;
  if (isIdle()) {
    lock.write(true);
    return;
  }
  forgetSession();
  if (router) void router.navigate(signInFor(router.state.location, 'ended'), { replace: true });
}

/** Asks who one is now; whose permissions have changed is told so, and nothing stays on screen. */
export async function checkOperator(): Promise<void> {
  const known = queryClient.getQueryData<Operator>(sessionQuery.queryKey);
  if (!known || lock.read()) return;
  const now = await sendForData('GET /office/session', {}).catch(() => undefined);
  if (!now || JSON.stringify(now) === JSON.stringify(known)) return;
  const asBefore = String(now.aPermissions) === String(known.aPermissions);
  if (!asBefore) forgetSession();
  queryClient.setQueryData(sessionQuery.queryKey, now);
  if (!asBefore) await router?.navigate('/', { replace: true });
  await router?.revalidate();
  if (!asBefore) toast.plain(text('office.roleChanged'));
}

/** Has all calls tell when the session has ended or a permission is missing. */
export function watchSession(pages: Router): void {
  router = pages;
  connectApi({ onDenied: (status) => (status === 401 ? onSignedOut() : void checkOperator()) });
}
