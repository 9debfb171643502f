import { send } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { PressLink, supportLinks } from '../features/shell/press-link.tsx';

/** Undoes a change of the e-mail, by the link mailed to the former one. */
export const Component = () => (
  <PressLink
    title={text('undoEmail.title')}
    hint={text('undoEmail.text')}
    label={text('undoEmail.action')}
    press={(params) => send('POST /mail/undo/{token}', { params })}
    done={{ title: text('undoEmail.done'), hint: text('undoEmail.doneText') }}
    dead={{
      codes: ['account.token_expired', 'input.invalid'],
      title: text('link.expired'),
      hint: text('undoEmail.expiredHint'),
      action: supportLinks,
    }}
  />
);
