import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { TornCard } from '../../rooms/pages/torn-card.tsx';
import { MessagePage } from './message-page.tsx';

/** A mailed link could not be checked, as the server did not answer: offers another try. */
export function Unanswered({ onAgain }: { onAgain: () => void }) {
  return (
    <MessagePage
      title={text('link.unanswered')}
      hint={text('link.unansweredHint')}
      drawing={<TornCard />}
      action={
        <>
          <Button look="primary" onClick={onAgain}>
            {text('ui.tryAgain')}
          </Button>
          <ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>
        </>
      }
    />
  );
}
