import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { memberQuery } from '../../session/member.ts';
import { emptyForm } from './draft.ts';
import { useSubmitKyc } from './use-submit-kyc.ts';

const member = { _id: 'vera', sKycStatus: 'p' } as User;

/** The mutation, drawn once on a page of a router. */
function submission() {
  const found: ReturnType<typeof useSubmitKyc>[] = [];
  function Probe() {
    found.push(useSubmitKyc());
    return null;
  }
  const router = createMemoryRouter([{ path: '/', element: <Probe /> }]);
  renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const [first] = found;
  if (!first) throw new Error('The hook was not called');
  return first;
}

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('the state after submission is not overwritten by a reading that began before it', async () => {
  queryClient.setQueryData(memberQuery.queryKey, member);
  const { promise, resolve } = Promise.withResolvers<User>();
  const reading = queryClient
    .fetchQuery({ ...memberQuery, queryFn: () => promise, staleTime: 0 })
    .catch(() => undefined);
  const submitted = { ...member, sKycStatus: 's' };
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Sent', data: submitted }));
  await submission().mutateAsync({
    ...emptyForm,
    terms: 'accept',
    typeOfId: 'Passport',
    typeOfAddress: 'Other',
  });
  resolve(member);
  await reading;
  expect(queryClient.getQueryData(memberQuery.queryKey)).toEqual(submitted);
});
