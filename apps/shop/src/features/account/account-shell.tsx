import { Framed } from '@giftlane/ui/layout/page.tsx';
import type { ReactNode } from 'react';
import { useMember } from '../../session/member.ts';
import { MemberSummary } from './member-summary.tsx';
import { RoomList } from './room-list.tsx';

/** The layout of the account's rooms: a rail on wide screens, else a row of links. Fetches nothing itself. */
export function AccountShell({ children }: { children: ReactNode }) {
  const member = useMember();
  return (
    <div className="page-width pb-8 md:pb-12 lg:grid lg:grid-cols-[var(--rail-width)_minmax(0,1fr)] lg:items-start lg:gap-x-12 lg:pt-12 print:block">
      <div
        className="sticky-aside border-b border-line max-lg:mb-5 max-lg:-mx-(--page-gutter) max-lg:px-(--page-gutter) lg:-m-1 lg:border-0 lg:p-1"
        data-screen-only
      >
        {member && <MemberSummary member={member} />}
        <RoomList member={member} />
      </div>
      {/* On wide screens a page's title is as high as the picture in the rail. */}
      <div className="min-w-0 max-lg:[&_:has(>div>h1)]:mb-4 max-lg:[&_:has(>div>h1)]:items-center max-lg:[&_h1]:min-h-0 max-lg:[&_h1+div]:mt-1">
        <Framed value={true}>{children}</Framed>
      </div>
    </div>
  );
}
