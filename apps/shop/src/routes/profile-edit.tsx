import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { EditForm } from '../features/profile/edit-form.tsx';
import { WayBack } from '../rooms/pages/back-link.tsx';
import { requireMember } from '../session/guards.ts';
import { useMember } from '../session/member.ts';

export const loader = requireMember();

/** Edits the profile (ROUTE-29). */
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
