import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMediaUrl } from '../../lib/options.ts';
import { kycTitle } from '../../parts/kyc-status.ts';
import { Money } from '../../parts/money.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';

const levels: Record<User['nMembershipLevel'], string> = {
  1: text('membership.1'),
  2: text('membership.2'),
};

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[9rem_1fr]">
      <dt className="text-13 text-soft sm:text-15">{label}</dt>
      <dd className="min-w-0 font-medium break-words">{children}</dd>
    </div>
  );
}

/** The member's picture, or the first letters of both names. */
function Face({ member }: { member: User }) {
  const address = useMediaUrl(member.sProfilePicture);
  const shape = 'size-16 shrink-0 rounded-pill border border-line';
  if (address)
    return (
      <img
        src={address}
        alt={text('profile.picture.of', { name: member.sFullName })}
        className={cx(shape, 'object-cover')}
      />
    );
  const letters = [member.sFirstName, member.sLastName].map((name) => [...name][0] ?? '').join('');
  return (
    <span
      aria-hidden="true"
      className={cx(
        shape,
        'inline-flex items-center justify-center bg-leaf-tint font-display text-21 font-semibold text-leaf uppercase',
      )}
    >
      {member.sProfilePicture ? '' : letters}
    </span>
  );
}

/** Who the member is to the shop (decision 57). */
export function ProfileCard({ member }: { member: User }) {
  const mobile = member.sMobileNumber && `${member.sCountryCode} ${member.sMobileNumber}`.trim();
  return (
    <section
      aria-labelledby="about-you"
      className="rounded-panel border border-line bg-surface p-5"
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Face member={member} />
        <h2 id="about-you" className="flex-1 text-21">
          {text('profile.about')}
        </h2>
        <Link to="/account/profile-edit" className="font-semibold text-leaf hover:underline">
          {text('profile.edit.link')}
        </Link>
      </div>
      <dl>
        <Row label={text('profile.name')}>{member.sFullName}</Row>
        <Row label={text('profile.email')}>
          {member.sEmail}{' '}
          <Badge tone={member.isEmailVerified ? 'success' : 'waiting'}>
            {text(member.isEmailVerified ? 'profile.email.verified' : 'profile.email.unverified')}
          </Badge>
          {member.sEmail !== member.sSignInEmail && (
            <span className="block text-13 font-normal text-soft">
              {text('profile.email.waiting', { email: member.sSignInEmail })}
            </span>
          )}
        </Row>
        <Row label={text('profile.mobile')}>{mobile || text('profile.none')}</Row>
        <Row label={text('profile.country')}>{member.oCountry.label}</Row>
        <Row label={text('profile.level')}>{levels[member.nMembershipLevel]}</Row>
        <Row label={text('profile.kyc')}>
          {kycTitle(member.sKycStatus)}{' '}
          <Link to="/account/kyc" className="font-semibold text-leaf hover:underline">
            {text('profile.kyc.link')}
          </Link>
        </Row>
        <Row label={text('profile.balance')}>
          <Money minor={fromWire(member.nWallet)} currency={member.eCurrency} />
        </Row>
      </dl>
    </section>
  );
}
