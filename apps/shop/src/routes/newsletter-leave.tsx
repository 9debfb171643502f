import { text } from '@giftlane/contract/messages.ts';
import { useParams } from 'react-router';
import { PressLink } from '../features/shell/press-link.tsx';
import { send } from '../lib/api.ts';
import { isRefusal } from '../lib/api-error.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Ends a subscription. A link that is not as it was mailed needs a person, not a second press. */
export function Component() {
  const { token = '' } = useParams();
  return (
    <PressLink
      title={text('newsletter.leave.title')}
      hint={text('newsletter.leave.hint')}
      label={text('newsletter.leave.action')}
      press={() => send('POST /newsletter/unsubscribe/{token}', { params: { token } })}
      done={{
        title: text('newsletter.leave.done'),
        hint: text('newsletter.leave.doneHint'),
        action: <ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>,
      }}
      isDead={(error) => isRefusal(error, 'input.invalid')}
      dead={{
        title: text('newsletter.leave.broken'),
        hint: text('newsletter.leave.brokenHint'),
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
