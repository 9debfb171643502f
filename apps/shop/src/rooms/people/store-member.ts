import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { memberQuery } from '../../session/member.ts';

/** Stores the member of an answer, unless another or nobody is signed in by now. Cancels an older fetch first. */
export async function storeMember(member: User): Promise<void> {
  const { queryKey } = memberQuery;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (present) => (present?._id === member._id ? member : present));
}
