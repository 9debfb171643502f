import { text } from '@giftlane/contract/messages.ts';
import { MessagePage } from '../features/shell/message-page.tsx';
import { SealedLetter } from '../parts/drawings.tsx';
import { ButtonLink } from '../ui/button.tsx';

/** The address is verified (ROUTE-10). */
export function Component() {
  return (
    <MessagePage
      title={text('verify.done')}
      hint={text('verify.doneHint')}
      drawing={<SealedLetter />}
      action={
        <ButtonLink to="/gift-cards" look="primary">
          {text('verify.browse')}
        </ButtonLink>
      }
    />
  );
}
