import { text } from '@giftlane/contract/messages.ts';
import { MessagePage } from '../features/shell/message-page.tsx';
import { EmptyRack } from '../rooms/pages/drawings.tsx';
import { ButtonLink } from '../ui/button.tsx';

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
