import { text } from '@giftlane/contract/messages.ts';
import { useParams } from 'react-router';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { ConfirmLink } from '../features/auth/google/confirm-link.tsx';

/** The link of a mail that ties a Google account to an account here. */
export function Component() {
  const { token = '' } = useParams();
  return (
    <AuthPage title={text('auth.google.confirm.title')} intro={text('auth.google.confirm.intro')}>
      <ConfirmLink token={token} />
    </AuthPage>
  );
}
