import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { useCallback, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { memberQuery } from '../../session/member.ts';
import { isSame, type ProfileDraft, profileDrafts, unchanged } from './profile-draft.ts';

/**
 * Blocks navigation away from unsaved changes, and keeps them as a draft for a reload or a lost session. The end of
 * a session is not blocked.
 */
export function useUnsaved(member: User, now: () => ProfileDraft) {
  const saved = useRef(false);
  const unsaved = useCallback(
    () => !saved.current && !isSame(now(), unchanged(member)),
    [member, now],
  );
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      queryClient.getQueryData(memberQuery.queryKey) !== null &&
      unsaved(),
  );
  useBeforeUnload((event) => {
    if (unsaved()) event.preventDefault();
  });
  /** Makes the draft equal to the form. */
  const keep = useCallback(() => {
    if (unsaved()) profileDrafts.keep(member._id, now());
    else profileDrafts.forget();
  }, [unsaved, now, member._id]);
  return {
    keep,
    /** Unblocks navigation and deletes the draft. */
    done() {
      saved.current = true;
      profileDrafts.forget();
    },
    asking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave() {
      profileDrafts.forget();
      blocker.proceed?.();
    },
  };
}
