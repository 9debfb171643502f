import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { redirect } from 'react-router';
import { KycForm } from '../features/kyc/kyc-form.tsx';
import { Reason } from '../features/kyc/reason.tsx';
import { maySubmitKyc } from '../rooms/identity/kyc-status.ts';
import { requireMember } from '../session/guards.ts';
import { memberQuery, useMember } from '../session/member.ts';

/** Redirects members who may not submit, by the server's present answer (KYC-12). */
export const loader = requireMember(async (known) => {
  const member = await queryClient.fetchQuery({ ...memberQuery, staleTime: 0 }).catch(() => known);
  return member && maySubmitKyc(member.sKycStatus) ? null : redirect('/account/kyc');
});

/** Personal information, documents and the wizard (ROUTE-35). */
export function Component() {
  const member = useMember();
  return (
    <Page title={text('kyc.form.title')} intro={text('kyc.form.intro')}>
      {member?.sKycStatus === 'r' && (
        <div className="mb-6 empty:hidden">
          <Reason />
        </div>
      )}
      {member && <KycForm member={member} />}
    </Page>
  );
}
