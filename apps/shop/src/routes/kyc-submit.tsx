import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { redirect } from 'react-router';
import { AgainForm } from '../features/kyc/again-form.tsx';
import { KycForm } from '../features/kyc/kyc-form.tsx';
import { kycQuery, Reason, RejectedWords, useDeclined } from '../features/kyc/reason.tsx';
import { maySubmitKyc } from '../rooms/identity/kyc-status.ts';
import { requireMember } from '../session/guards.ts';
import { memberQuery, useMember } from '../session/member.ts';

/** Redirects members who may not submit, by the server's present answer (KYC-12). */
export const loader = requireMember(async (known) => {
  const member = await queryClient.fetchQuery({ ...memberQuery, staleTime: 0 }).catch(() => known);
  if (!member || !maySubmitKyc(member.sKycStatus)) return redirect('/account/kyc');
  // What was declined, before a form is drawn.
  if (member.sKycStatus === 'r')
    await queryClient.fetchQuery({ ...kycQuery, staleTime: 0 }).catch(() => undefined);
  return null;
});

/** Personal information, documents and the wizard (ROUTE-35). */
export function Component() {
  const member = useMember();
  const declined = useDeclined();
  const refused = member?.sKycStatus === 'r';
  if (member && refused && declined.length > 0)
    return (
      <Page title={text('kyc.title.r')} intro={<RejectedWords />}>
        <AgainForm member={member} declined={declined} />
      </Page>
    );
  return (
    <Page title={text('kyc.form.title')} intro={text('kyc.form.intro')}>
      {refused && (
        <div className="mb-6 empty:hidden">
          <Reason />
        </div>
      )}
      {member && <KycForm member={member} />}
    </Page>
  );
}
