import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import type { ReactNode } from 'react';
import { Avatar } from '../../rooms/people/avatar.tsx';

const levels: Record<User['nMembershipLevel'], string> = {
  1: text('membership.1'),
  2: text('membership.2'),
};

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-b border-line py-2.5 last:border-b-0 sm:max-xl:grid-cols-[9rem_1fr]">
      <dt className="text-13 text-soft sm:max-xl:text-15">{label}</dt>
      <dd className="min-w-0 font-medium break-words">{children}</dd>
    </div>
  );
}

/** The member's profile (OPEN-57). */
export function ProfileCard({ member }: { member: User }) {
  const mobile = member.sMobileNumber && `${member.sCountryCode} ${member.sMobileNumber}`.trim();
  return (
    <section
      aria-labelledby="about-you"
      className="rounded-panel border border-line bg-surface px-5 pt-5 pb-3"
    >
      <div className="mb-2 flex items-center gap-4">
        {/* The rail of wide screens shows it already. */}
        <Avatar member={member} className="size-12 text-17 lg:hidden" />
        <h2 id="about-you" className="text-21">
          {text('profile.about')}
        </h2>
      </div>
      <dl>
        <Row label={text('profile.name')}>{member.sFullName}</Row>
        <Row label={text('profile.email')}>
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="min-w-0">{member.sEmail}</span>
            <Badge tone={member.isEmailVerified ? 'success' : 'waiting'}>
              {text(member.isEmailVerified ? 'profile.email.verified' : 'profile.email.unverified')}
            </Badge>
          </span>
          {member.sEmail !== member.sSignInEmail && (
            <span className="block text-13 font-normal text-soft">
              {text('profile.email.waiting', { email: member.sSignInEmail })}
            </span>
          )}
        </Row>
        <Row label={text('profile.mobile')}>{mobile || text('profile.none')}</Row>
        <Row label={text('profile.country')}>{member.oCountry.label}</Row>
        <Row label={text('profile.level')}>{levels[member.nMembershipLevel]}</Row>
      </dl>
    </section>
  );
}
