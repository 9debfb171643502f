import { text } from '@giftlane/contract/messages.ts';
import { useRouteError } from 'react-router';
import { TornCard } from '../../parts/torn-card.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { MessagePage } from './message-page.tsx';

/** The one error page: its own address, a failed verification, a crash (decision 05). */
export function ErrorPage() {
  const error = useRouteError();
  // At an address of its own nothing has crashed, and there is nothing to try again. The router's
  // word for that is null or undefined.
  const crashed = error !== undefined && error !== null;
  return (
    <MessagePage
      title={text('errorPage.text')}
      hint={text('errorPage.hint')}
      drawing={<TornCard />}
      action={
        <>
          {crashed && <Button onClick={() => location.reload()}>{text('ui.tryAgain')}</Button>}
          <ButtonLink to="/" look="primary">
            {text('errorPage.backHome')}
          </ButtonLink>
        </>
      }
    />
  );
}
