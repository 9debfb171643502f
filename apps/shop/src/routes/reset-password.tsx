import { text } from '@giftlane/texts/text.ts';
import { useParams } from 'react-router';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { ResetForm } from '../features/auth/reset-form.tsx';
import { requireVisitor } from '../session/guards.ts';

export const loader = requireVisitor;

/** Set a new password (ROUTE-07). */
export function Component() {
  const { token = '' } = useParams();
  return (
    <AuthPage title={text('auth.reset.title')} intro={text('auth.password.help')}>
      <ResetForm token={token} />
    </AuthPage>
  );
}
