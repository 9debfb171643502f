import { send } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { PressLink } from '../features/shell/press-link.tsx';

const signIn = (
  <ButtonLink look="primary" to="/auth/login">
    {text('userMenu.signIn')}
  </ButtonLink>
);

/** Undoes closing an account. */
export const Component = () => (
  <PressLink
    title={text('reopen.title')}
    hint={text('reopen.text')}
    label={text('reopen.action')}
    press={(params) => send('POST /account/reopen/{token}', { params })}
    done={{ title: text('reopen.done'), hint: text('reopen.doneText'), action: signIn }}
    dead={{
      codes: ['account.token_expired', 'input.invalid'],
      title: text('link.expired'),
      hint: text('reopen.expiredHint'),
    }}
  />
);
