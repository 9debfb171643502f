import { text } from '@giftlane/contract/messages.ts';
import { TornCard } from '../../parts/torn-card.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { MessagePage } from './message-page.tsx';

/** The one error page: its own address, a failed verification, a crash (decision 05). */
export function ErrorPage() {
  return (
    <MessagePage
      title={text('errorPage.text')}
      hint={text('errorPage.hint')}
      drawing={<TornCard />}
      action={
        <ButtonLink to="/" look="primary">
          {text('errorPage.backHome')}
        </ButtonLink>
      }
    />
  );
}
