import { text } from '@giftlane/contract/messages.ts';
import { useParams } from 'react-router';
import { PressLink } from '../features/shell/press-link.tsx';
import { send } from '../lib/api.ts';
import { isRefusal } from '../lib/api-error.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Confirms a subscription. */
export function Component() {
  const { token = '' } = useParams();
  return (
    <PressLink
      title={text('newsletter.confirm.title')}
      hint={text('newsletter.confirm.hint')}
      label={text('newsletter.confirm.action')}
      press={() => send('POST /newsletter/confirm/{token}', { params: { token } })}
      done={{
        title: text('newsletter.confirm.done'),
        hint: text('newsletter.confirm.doneHint'),
        action: <ButtonLink to="/gift-cards">{text('newsletter.toShop')}</ButtonLink>,
      }}
      isDead={(error) => isRefusal(error, 'newsletter.token_expired', 'input.invalid')}
      dead={{
        title: text('newsletter.expired'),
        hint: text('newsletter.expiredHint'),
        action: <ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>,
      }}
    />
  );
}
