import { text } from '@giftlane/contract/messages.ts';
import { useParams } from 'react-router';
import { PressLink } from '../features/shell/press-link.tsx';
import { send } from '../lib/api.ts';
import { isRefusal } from '../lib/api-error.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Undoes closing an account. */
export function Component() {
  const { token = '' } = useParams();
  return (
    <PressLink
      title={text('reopen.title')}
      hint={text('reopen.text')}
      label={text('reopen.action')}
      press={() => send('POST /account/reopen/{token}', { params: { token } })}
      done={{
        title: text('reopen.done'),
        hint: text('reopen.doneText'),
        action: (
          <ButtonLink look="primary" to="/auth/login">
            {text('userMenu.signIn')}
          </ButtonLink>
        ),
      }}
      isDead={(error) => isRefusal(error, 'account.token_expired', 'input.invalid')}
      dead={{
        title: text('link.expired'),
        hint: text('reopen.expiredHint'),
        action: <ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>,
      }}
    />
  );
}
