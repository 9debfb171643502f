import type { User } from '@giftlane/contract/members/accounts.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { Link } from 'react-router';
import { type KycStatus, kycWords } from '../../rooms/identity/kyc-status.ts';
import { Avatar } from '../../rooms/people/avatar.tsx';

function Identity({ status }: { status: KycStatus }) {
  const { word, tone } = kycWords(status);
  return (
    <Link
      to="/account/kyc"
      className="inline-flex min-h-8 items-center rounded-control *:whitespace-normal"
    >
      {textParts('rooms.identity.state', { word: <Badge tone={tone}>{word}</Badge> }, 'sr-only')}
    </Link>
  );
}

/** The member's picture, name and verification. Hidden on a phone, where `room-list.tsx` shows the latter. */
export function MemberSummary({ member }: { member: User }) {
  return (
    <div className="mb-4 flex items-center gap-3 max-lg:hidden">
      <Avatar member={member} className="size-12 text-17" />
      <div className="min-w-0">
        <p className="line-clamp-2 leading-snug font-semibold">{member.sFirstName}</p>
        <Identity status={member.sKycStatus} />
      </div>
    </div>
  );
}
