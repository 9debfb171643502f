import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { useState } from 'react';
import { useParams } from 'react-router';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { ConfirmLink } from '../features/auth/google/confirm-link.tsx';
import { MessagePage } from '../features/shell/message-page.tsx';
import { BrokenLink } from '../rooms/pages/drawings.tsx';

/** Links a Google account by the link of a mail. */
export function Component() {
  const { token = '' } = useParams();
  const [expired, setExpired] = useState(false);
  return (
    <div aria-live="polite">
      {expired ? (
        <MessagePage
          title={text('link.expired')}
          hint={text('auth.google.confirm.expired')}
          drawing={<BrokenLink />}
          action={
            <>
              <ButtonLink to="/auth/login" look="primary">
                {text('auth.google.confirm.again')}
              </ButtonLink>
              <ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>
            </>
          }
        />
      ) : (
        <AuthPage
          title={text('auth.google.confirm.title')}
          intro={text('auth.google.confirm.intro')}
        >
          <ConfirmLink token={token} onExpired={() => setExpired(true)} />
        </AuthPage>
      )}
    </div>
  );
}
