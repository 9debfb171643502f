import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { KycBanner } from '../features/kyc/banner.tsx';
import { ReviewStages } from '../features/kyc/review-stages.tsx';
import { KycTips } from '../features/kyc/tips.tsx';
import { termsQuery } from '../features/wallet/terms.ts';
import { sellTermsQuery } from '../rooms/catalogue/sell-cards.ts';
import { maySubmitKyc } from '../rooms/identity/kyc-status.ts';
import { requireMember } from '../session/guards.ts';
import { memberQuery } from '../session/member.ts';

export const loader = requireMember();

/** The limits now and after verification. */
function Gains({ currency }: { currency: Currency }) {
  const { data: wallet } = useQuery(termsQuery);
  const { data: selling } = useQuery({ ...sellTermsQuery(currency), meta: { quiet: true } });
  if (!wallet?.oSend || selling?.nDayLimit == null) return null;
  const limit = (value: number) => formatMoney(fromWire(value), currency);
  const { nPerDay, nPerDayVerified } = wallet.oAdd;
  return (
    <section aria-labelledby="kyc-gains" className="mt-8">
      <h2 id="kyc-gains" className="mb-2 text-21">
        {text('kyc.gains')}
      </h2>
      <ul className="list-disc space-y-1 ps-5 tabular-nums marker:text-leaf">
        <li>{text('kyc.gains.add', { verified: limit(nPerDayVerified), now: limit(nPerDay) })}</li>
        <li>{text('kyc.gains.send', { now: limit(wallet.oSend.nPerDay) })}</li>
        <li>{text('kyc.gains.sell', { now: limit(selling.nDayLimit) })}</li>
      </ul>
    </section>
  );
}

/** What a verified member may do. */
function Gained() {
  const { data: terms } = useQuery(termsQuery);
  const rows = [
    ...(terms
      ? [
          text('kyc.gained.add', {
            verified: formatMoney(fromWire(terms.oAdd.nPerDayVerified), terms.eCurrency),
          }),
        ]
      : []),
    text('kyc.gained.send'),
    text('kyc.gained.sell'),
  ];
  return (
    <section aria-labelledby="kyc-gained" className="mt-8">
      <h2 id="kyc-gained" className="mb-2 text-21">
        {text('kyc.gained')}
      </h2>
      <ul className="space-y-2 tabular-nums">
        {rows.map((row) => (
          <li key={row} className="flex items-start gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
            {row}
          </li>
        ))}
      </ul>
      <ButtonLink to="/account/wallet#add-money" className="mt-6">
        {text('wallet.addMoney.box')}
      </ButtonLink>
    </section>
  );
}

/** The state of the verification, and advice for the photos (ROUTE-34). */
export function Component() {
  // Operators change the status: every visit fetches it.
  const { data: member } = useQuery({ ...memberQuery, refetchOnMount: 'always' });
  if (!member) return null;
  return (
    <Page title={text('kyc.page.title')}>
      <KycBanner status={member.sKycStatus} />
      {maySubmitKyc(member.sKycStatus) ? (
        <>
          <Gains currency={member.eCurrency} />
          <KycTips member={member} />
        </>
      ) : (
        <>
          {member.sKycStatus === 's' && <ReviewStages />}
          {member.sKycStatus === 'v' ? (
            <Gained />
          ) : (
            <ButtonLink to="/gift-cards" className="mt-6">
              {text('orders.empty.action')}
            </ButtonLink>
          )}
        </>
      )}
    </Page>
  );
}
