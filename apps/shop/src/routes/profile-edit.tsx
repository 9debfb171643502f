import { text } from '@giftlane/contract/messages.ts';
import { EditForm } from '../features/profile/edit-form.tsx';
import { requireMember } from '../lib/guards.ts';
import { useMember } from '../lib/member.ts';
import { WayBack } from '../parts/back-link.tsx';
import { Page } from '../ui/page.tsx';

export const loader = requireMember();

/** Who the member is, to be corrected (ROUTE-29). */
export function Component() {
  const member = useMember();
  return (
    <Page
      title={text('profile.edit')}
      className="max-w-room"
      back={<WayBack to="/account/profile">{text('profile.edit.back')}</WayBack>}
    >
      <div className="border-line md:rounded-panel md:border md:bg-surface md:p-6">
        {member && <EditForm member={member} />}
      </div>
    </Page>
  );
}
