import { send } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { PressLink } from '../features/shell/press-link.tsx';

/** Confirms a subscription. */
export const Component = () => (
  <PressLink
    title={text('newsletter.confirm.title')}
    hint={text('newsletter.confirm.hint')}
    label={text('newsletter.confirm.action')}
    press={(params) => send('POST /newsletter/confirm/{token}', { params })}
    done={{
      title: text('newsletter.confirm.done'),
      hint: text('newsletter.confirm.doneHint'),
      action: (
        <ButtonLink look="primary" to="/gift-cards">
          {text('newsletter.toShop')}
        </ButtonLink>
      ),
    }}
    dead={{
      codes: ['newsletter.token_expired', 'input.invalid'],
      title: text('newsletter.expired'),
      hint: text('newsletter.expiredHint'),
    }}
  />
);
