import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { BalancePanel } from '../features/profile/balance-panel.tsx';
import { LatestOrders, latestOrdersQuery } from '../features/profile/latest-orders.tsx';
import { ProfileCard } from '../features/profile/profile-card.tsx';
import { VerifyPanel } from '../features/profile/verify-panel.tsx';
import { gainWords, termsQuery } from '../features/wallet/terms.ts';
import { requireMember } from '../session/guards.ts';
import { useMember } from '../session/member.ts';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(latestOrdersQuery);
  return null;
});

/** The balance, what is to be done, the latest orders and the profile (ROUTE-28). */
export function Component() {
  const member = useMember();
  const { data: terms } = useQuery({ ...termsQuery, enabled: member?.sKycStatus === 'p' });
  return (
    <Page
      title={text('profile.title')}
      action={<ButtonLink to="/account/profile-edit">{text('profile.edit')}</ButtonLink>}
    >
      <div className="grid grid-cols-1 items-start gap-4 md:gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 gap-4 md:gap-6">
          {member && <BalancePanel member={member} />}
          {member && <VerifyPanel status={member.sKycStatus} gain={terms && gainWords(terms)} />}
          <LatestOrders />
        </div>
        {member && <ProfileCard member={member} />}
      </div>
    </Page>
  );
}
