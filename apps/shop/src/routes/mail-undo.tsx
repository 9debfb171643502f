import { text } from '@giftlane/contract/messages.ts';
import { useParams } from 'react-router';
import { PressLink } from '../features/shell/press-link.tsx';
import { send } from '../lib/api.ts';
import { isRefusal } from '../lib/api-error.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Takes a changed email back, by the link mailed to the former one. */
export function Component() {
  const { token = '' } = useParams();
  return (
    <PressLink
      title={text('undoEmail.title')}
      hint={text('undoEmail.text')}
      label={text('undoEmail.action')}
      press={() => send('POST /mail/undo/{token}', { params: { token } })}
      done={{
        title: text('undoEmail.done'),
        hint: text('undoEmail.doneText'),
        action: <ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>,
      }}
      isDead={(error) => isRefusal(error, 'account.token_expired', 'input.invalid')}
      dead={{
        title: text('link.expired'),
        hint: text('undoEmail.expiredHint'),
        action: (
          <>
            <ButtonLink look="primary" to="/contact-us">
              {text('nav.contactUs')}
            </ButtonLink>
            <ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>
          </>
        ),
      }}
    />
  );
}
