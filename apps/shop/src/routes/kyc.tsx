import { text } from '@giftlane/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { KycBanner } from '../features/kyc/banner.tsx';
import { KycTips } from '../features/kyc/tips.tsx';
import { KycWay } from '../features/kyc/way.tsx';
import { requireMember } from '../lib/guards.ts';
import { memberQuery } from '../lib/member.ts';
import { maySubmitKyc } from '../parts/kyc-status.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';

export const loader = requireMember();

/** How far the verification is, and how to take the photos (ROUTE-34). */
export function Component() {
  // Operators change it while nobody looks: what is shown is never older than the visit.
  const { data: member } = useQuery({ ...memberQuery, refetchOnMount: 'always' });
  if (!member) return null;
  return (
    <Page title={text('kyc.page.title')}>
      <KycBanner status={member.sKycStatus} />
      {maySubmitKyc(member.sKycStatus) ? (
        <KycTips member={member} />
      ) : (
        <>
          {member.sKycStatus === 's' && <KycWay />}
          <ButtonLink to="/gift-cards" className="mt-6">
            {text('orders.empty.action')}
          </ButtonLink>
        </>
      )}
    </Page>
  );
}
