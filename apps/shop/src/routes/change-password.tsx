import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { ChangePasswordForm } from '../features/password/change-password-form.tsx';
import { requireMember } from '../session/guards.ts';

export const loader = requireMember();

/** Changes the password (ROUTE-32). */
export function Component() {
  return (
    <Page title={text('password.title')} intro={text('password.intro')}>
      <div className="max-w-dialog border-line md:rounded-panel md:border md:bg-surface md:p-6">
        <ChangePasswordForm />
      </div>
    </Page>
  );
}
