import { text } from '@giftlane/contract/messages.ts';
import { LatestOrders, latestOrdersQuery } from '../features/profile/latest-orders.tsx';
import { ProfileCard } from '../features/profile/profile-card.tsx';
import { requireMember } from '../lib/guards.ts';
import { useMember } from '../lib/member.ts';
import { queryClient } from '../lib/query-client.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(latestOrdersQuery);
  return null;
});

/** Who the member is and what they bought last (ROUTE-28). */
export function Component() {
  const member = useMember();
  return (
    <Page
      title={text('profile.title')}
      action={<ButtonLink to="/account/settings">{text('profile.settings')}</ButtonLink>}
    >
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        {member && <ProfileCard member={member} />}
        <LatestOrders />
      </div>
    </Page>
  );
}
