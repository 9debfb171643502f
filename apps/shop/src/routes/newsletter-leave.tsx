import { send } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { PressLink, supportLinks } from '../features/shell/press-link.tsx';

/** Ends a subscription; a damaged link leads to support. */
export const Component = () => (
  <PressLink
    title={text('newsletter.leave.title')}
    hint={text('newsletter.leave.hint')}
    label={text('newsletter.leave.action')}
    press={(params) => send('POST /newsletter/unsubscribe/{token}', { params })}
    done={{ title: text('newsletter.leave.done'), hint: text('newsletter.leave.doneHint') }}
    dead={{
      codes: ['input.invalid'],
      title: text('newsletter.leave.broken'),
      hint: text('newsletter.leave.brokenHint'),
      action: supportLinks,
    }}
  />
);
