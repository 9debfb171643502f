import { text } from '@giftlane/contract/messages.ts';
import { Link } from 'react-router';
import { EditForm } from '../features/profile/edit-form.tsx';
import { requireMember } from '../lib/guards.ts';
import { useMember } from '../lib/member.ts';
import { Page } from '../ui/page.tsx';

export const loader = requireMember();

/** Who the member is, to be corrected (ROUTE-29). */
export function Component() {
  const member = useMember();
  return (
    <Page
      title={text('profile.edit')}
      className="max-w-room"
      action={
        <Link
          to="/account/profile"
          className="input-height inline-flex items-center font-semibold text-leaf hover:underline"
        >
          {text('profile.edit.back')}
        </Link>
      }
    >
      <div className="border-line md:rounded-panel md:border md:bg-surface md:p-6">
        {member && <EditForm member={member} />}
      </div>
    </Page>
  );
}
