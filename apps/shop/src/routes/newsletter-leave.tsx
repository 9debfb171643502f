import { text } from '@giftlane/contract/messages.ts';
import type { unsubscribe } from '@giftlane/contract/newsletter.ts';
import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { MessagePage } from '../features/shell/message-page.tsx';
import { send } from '../lib/api.ts';
import { SealedLetter } from '../parts/drawings.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';

/** Ends a subscription by a press: scanners of mails open every link, and press nothing. */
export function Component() {
  const { token = '' } = useParams();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      send<typeof unsubscribe>('POST /newsletter/unsubscribe/{token}', { params: { token } }),
  });
  return (
    <div aria-live="polite">
      <MessagePage
        title={text(isSuccess ? 'newsletter.leave.done' : 'newsletter.leave.title')}
        hint={text(isSuccess ? 'newsletter.leave.doneHint' : 'newsletter.leave.hint')}
        drawing={<SealedLetter />}
        action={
          isSuccess ? (
            <ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>
          ) : (
            <Button look="primary" busy={isPending} onClick={() => mutate()}>
              {text('newsletter.leave.action')}
            </Button>
          )
        }
      />
    </div>
  );
}
