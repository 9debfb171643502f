import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { MessagePage } from '../features/shell/message-page.tsx';
import { BrokenLink } from '../rooms/pages/drawings.tsx';

/** A mailed link that is expired or used (ROUTE-12). */
export function Component() {
  return (
    <MessagePage
      title={text('link.expired')}
      hint={text('link.expiredHint')}
      drawing={<BrokenLink />}
      action={
        <>
          <ButtonLink to="/auth/forgot-password" look="primary">
            {text('link.askAgain')}
          </ButtonLink>
          <ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>
        </>
      }
    />
  );
}
