import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { Freeze } from '../features/security/freeze.tsx';
import { PanelSkeleton } from '../features/security/panel-skeleton.tsx';
import { Sessions, SignIns, sessionsQuery, signInsQuery } from '../features/security/sessions.tsx';
import { SignInMethods } from '../features/security/sign-in-methods.tsx';
import { passwordPath, securityQuery } from '../rooms/identity/security.ts';
import { requireMember } from '../session/guards.ts';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(securityQuery);
  void queryClient.prefetchQuery(sessionsQuery);
  void queryClient.prefetchQuery(signInsQuery(1));
  return null;
});

/** Freeze, sign-in methods, sessions and sign-ins. */
export function Component() {
  const { data, error, refetch } = useQuery(securityQuery);
  return (
    <Page title={text('security.title')} intro={text('security.intro')}>
      {error && !data ? (
        // One failure in place of three: the other calls most often fail, too.
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <div className="space-y-10">
          {data ? (
            <>
              <Freeze security={data} />
              <SignInMethods security={data} />
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
