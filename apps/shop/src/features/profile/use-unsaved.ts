import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { useCallback, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { memberQuery } from '../../session/member.ts';
import { isSame, type ProfileDraft, profileDrafts, unchanged } from './profile-draft.ts';

/**
 * Asks before a page with changes that were not saved is left, and keeps them for a reload and for a session
 * that was lost. A session that has ended is not held up: what was typed waits for its member.
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
  /** What is on the screen now is what a reload brings back. */
  const keep = useCallback(() => {
    if (unsaved()) profileDrafts.keep(member._id, now());
    else profileDrafts.forget();
  }, [unsaved, now, member._id]);
  return {
    keep,
    /** It is saved: nothing is asked, and nothing is left. */
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
