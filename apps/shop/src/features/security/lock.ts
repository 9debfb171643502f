/** Freezes the account and ends the freeze. */
import { sendForData } from '@giftlane/client/api.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { Security } from '@giftlane/contract/members/security.ts';
import { securityQuery } from '../../rooms/identity/security.ts';
import { memberQuery } from '../../session/member.ts';

/** Stores the state of an answer, unless the session has ended. Cancels older fetches first. */
async function store(security: Security): Promise<void> {
  await Promise.all([
    queryClient.cancelQueries({ queryKey: securityQuery.queryKey }),
    queryClient.cancelQueries({ queryKey: memberQuery.queryKey }),
  ]);
  queryClient.setQueryData(securityQuery.queryKey, (present) => present && security);
  queryClient.setQueryData(
    memberQuery.queryKey,
    (member) => member && { ...member, bLocked: security.dLockedAt !== null },
  );
  // The cancelled fetch may have been for a new balance.
  void queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
}

export async function lockAccount(): Promise<void> {
  await store(await sendForData('POST /security/lock', {}));
}

/** Rejects for a wrong password. */
export async function unlockAccount(sPassword?: string): Promise<void> {
  const body = sPassword === undefined ? {} : { sPassword };
  await store(await sendForData('POST /security/unlock', { body }));
}
