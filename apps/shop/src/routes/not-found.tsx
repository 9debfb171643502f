import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { MessagePage } from '../features/shell/message-page.tsx';
import { EmptyRack } from '../rooms/pages/drawings.tsx';

/** The page could not be found (ROUTE-13, OPEN-06). */
export function Component() {
  return (
    <MessagePage
      title={text('notFound.title')}
      hint={text('notFound.hint')}
      drawing={<EmptyRack />}
      action={
        <>
          <ButtonLink to="/" look="primary">
            {text('errorPage.backHome')}
          </ButtonLink>
          <ButtonLink to="/gift-cards">{text('orders.empty.action')}</ButtonLink>
        </>
      }
    />
  );
}
