/** What is read anew, and what is not: each look at papers, codes or contact data is an entry of the audit log. */
import type { Calls, Route } from '@giftlane/client/calls.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { externalStore } from '@giftlane/client/storage/external-store.ts';
import type { Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

type LookRoute = { [R in Route]: Calls[R] extends { looks: true } ? R : never }[Route];

/** Calls that are never read by themselves; TypeScript wants all of them. */
const neverReread: Readonly<Record<LookRoute, true>> = {
  'GET /office/audit/entries/{id}': true,
  'GET /office/audit/export': true,
  'GET /office/claims/{id}': true,
  'GET /office/claims/{id}/charge': true,
  'GET /office/claims/{id}/pictures/{nPicture}': true,
  'GET /office/disputes/{id}': true,
  'GET /office/identity/{id}': true,
  'GET /office/identity/{id}/{sPaper}': true,
  'GET /office/imports/{id}/lines': true,
  'GET /office/jobs/{id}': true,
  'GET /office/members': true,
  'GET /office/members/{id}': true,
  'GET /office/members/{id}/movements': true,
  'GET /office/messages': true,
  'GET /office/messages/{id}': true,
  'GET /office/orders/{id}': true,
  'GET /office/orders/{id}/codes': true,
  'GET /office/refunds/{id}': true,
  'GET /office/sales/{id}': true,
  'GET /office/sales/{id}/pictures/{sLine}/{sSide}': true,
  'GET /office/search': true,
  'GET /office/stock/removals/{id}/codes': true,
  'GET /office/transfers/{id}': true,
  'GET /office/unmatched/{id}': true,
};

const isLook = ({ queryKey: [route] }: Pick<Query, 'queryKey'>) => String(route) in neverReread;

const { queries, ...others } = queryClient.getDefaultOptions();
const unlessLook = (query: Query) => !isLook(query);
queryClient.setDefaultOptions({
  ...others,
  queries: { ...queries, refetchOnWindowFocus: unlessLook, refetchOnReconnect: unlessLook },
});

/** After a change: reads answers of these calls anew where they are shown, and everything else when it is shown again. */
export async function readAnew(...routes: Route[]): Promise<void> {
  await queryClient.invalidateQueries({ refetchType: 'none' });
  await Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: [route] })));
}

/** After a decision: reads the list and the decided case anew. The open case has not changed. */
export async function readDecided(queue: string, id: string): Promise<void> {
  await queryClient.invalidateQueries({ refetchType: 'none' });
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [route, sent] }) =>
      route === `GET /office/${queue}` ||
      (sent as { params?: { id?: string } } | undefined)?.params?.id === id,
  });
}

/** When something happened to a list that is not read by itself. */
const newsAt = externalStore(0);
/** What comes so soon after a reading is known by it. */
const knownMs = 5_000;

/** Reads shown answers of calls below some paths of `GET /office` anew; without paths all of them. Looks are only told. */
export async function readNews(paths?: readonly string[]): Promise<void> {
  const isBelow = ({ queryKey: [route] }: Query) =>
    !paths || paths.some((path) => String(route).startsWith(`GET /office${path}`));
  const looks = queryClient
    .getQueryCache()
    .findAll({ predicate: (query) => isBelow(query) && isLook(query) });
  for (const look of looks) look.invalidate();
  if (looks.some((look) => look.isActive() && !String(look.queryKey[0]).endsWith('}')))
    newsAt.write(Date.now());
  await queryClient.invalidateQueries(
    { predicate: (query) => isBelow(query) && !isLook(query) },
    // What is on its way is new enough.
    { cancelRefetch: false },
  );
}

/** True when there is news since a list was read that is not read by itself. */
export const useNews = (route: Route, readAt: number): boolean =>
  useSyncExternalStore(newsAt.subscribe, newsAt.read) > readAt + knownMs && route in neverReread;
