import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { memberQuery } from '../../session/member.ts';
import { useSaveProfile } from './use-save-profile.ts';

const member = { _id: 'vera', sFirstName: 'Vera', sProfilePicture: '' } as User;
const saved = { ...member, sFirstName: 'Veronika' };
const values = { sFirstName: 'Veronika' } as Parameters<
  ReturnType<typeof useSaveProfile>['save']
>[0];

/** The hook's answer, drawn once on a page of a router. */
function saving() {
  const found: ReturnType<typeof useSaveProfile>[] = [];
  function Probe() {
    found.push(useSaveProfile(member, '', () => undefined));
    return null;
  }
  const router = createMemoryRouter([{ path: '/', element: <Probe /> }]);
  renderToString(<RouterProvider router={router} />);
  const [first] = found;
  if (!first) throw new Error('The hook was not called');
  return first;
}

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a saved profile is not overwritten by a reading that began before it', async () => {
  queryClient.setQueryData(memberQuery.queryKey, member);
  const { promise, resolve } = Promise.withResolvers<User>();
  const reading = queryClient
    .fetchQuery({ ...memberQuery, queryFn: () => promise, staleTime: 0 })
    .catch(() => undefined);
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Saved', data: saved }));
  await saving().save(values);
  resolve(member);
  await reading;
  expect(queryClient.getQueryData(memberQuery.queryKey)).toEqual(saved);
});

test('a profile saved while its member signed out signs nobody in', async () => {
  queryClient.setQueryData(memberQuery.queryKey, member);
  vi.stubGlobal('fetch', async () => {
    queryClient.setQueryData(memberQuery.queryKey, null);
    return Response.json({ message: 'Saved', data: saved });
  });
  await saving().save(values);
  expect(queryClient.getQueryData(memberQuery.queryKey)).toBeNull();
});
