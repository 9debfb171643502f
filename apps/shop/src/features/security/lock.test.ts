import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import type { Security } from '@giftlane/contract/members/security.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { securityQuery } from '../../rooms/identity/security.ts';
import { memberQuery } from '../../session/member.ts';
import { lockAccount } from './lock.ts';

const member = { _id: 'vera', bLocked: false } as User;
const open = { bPassword: true, dLockedAt: null } as Security;
const locked = { ...open, dLockedAt: '2026-03-04T12:00:00.000Z' };

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const answerLocked = async () => Response.json({ message: 'Frozen', data: locked });

test('a freeze is not overwritten by readings that began before it', async () => {
  queryClient.setQueryData(memberQuery.queryKey, member);
  queryClient.setQueryData(securityQuery.queryKey, open);
  const { promise, resolve } = Promise.withResolvers<void>();
  const readings = Promise.allSettled([
    queryClient.fetchQuery({
      ...memberQuery,
      queryFn: () => promise.then(() => member),
      staleTime: 0,
    }),
    queryClient.fetchQuery({
      ...securityQuery,
      queryFn: () => promise.then(() => open),
      staleTime: 0,
    }),
  ]);
  vi.stubGlobal('fetch', answerLocked);
  await lockAccount();
  resolve();
  await readings;
  expect(queryClient.getQueryData(securityQuery.queryKey)).toEqual(locked);
  expect(queryClient.getQueryData(memberQuery.queryKey)).toEqual({ ...member, bLocked: true });
});

test('the answer to a freeze is not stored after its session has ended', async () => {
  queryClient.setQueryData(memberQuery.queryKey, null);
  vi.stubGlobal('fetch', answerLocked);
  await lockAccount();
  expect(queryClient.getQueryData(securityQuery.queryKey)).toBeUndefined();
  expect(queryClient.getQueryData(memberQuery.queryKey)).toBeNull();
});
