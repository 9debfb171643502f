import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { Freeze } from '../features/security/freeze.tsx';
import { PanelSkeleton } from '../features/security/panel-skeleton.tsx';
import { Sessions, SignIns, sessionsQuery, signInsQuery } from '../features/security/visits.tsx';
import { WaysIn } from '../features/security/ways-in.tsx';
import { passwordPath, securityQuery } from '../rooms/identity/security.ts';
import { requireMember } from '../session/guards.ts';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(securityQuery);
  void queryClient.prefetchQuery(sessionsQuery);
  void queryClient.prefetchQuery(signInsQuery(1));
  return null;
});

/** Who gets into the account, where it is open, and what leaves it. */
export function Component() {
  const { data, error, refetch } = useQuery(securityQuery);
  return (
    <Page title={text('security.title')} intro={text('security.intro')}>
      {error && !data ? (
        // Most often nothing of the page comes then: it is said once, for all of it.
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <div className="space-y-10">
          {data ? (
            <>
              <Freeze security={data} />
              <WaysIn security={data} />
            </>
          ) : (
            <PanelSkeleton rows={4} />
          )}
          <Sessions />
          <SignIns newPassword={passwordPath(data ?? { bPassword: true })} />
        </div>
      )}
    </Page>
  );
}
