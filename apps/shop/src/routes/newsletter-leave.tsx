import { text } from '@giftlane/contract/messages.ts';
import type { unsubscribe } from '@giftlane/contract/newsletter.ts';
import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { MessagePage } from '../features/shell/message-page.tsx';
import { send } from '../lib/api.ts';
import { isRefusal, messageOf } from '../lib/api-error.ts';
import { BrokenLink, SealedLetter } from '../parts/drawings.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { toast } from '../ui/toast-queue.ts';

const isBroken = (error: unknown) => isRefusal(error, 'input.invalid');

/** A link that is not as it was mailed: no second press helps, a person does. */
function Broken() {
  return (
    <MessagePage
      title={text('newsletter.leave.broken')}
      hint={text('newsletter.leave.brokenHint')}
      drawing={<BrokenLink />}
      action={
        <>
          <ButtonLink to="/contact-us" look="primary">
            {text('nav.contactUs')}
          </ButtonLink>
          <ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>
        </>
      }
    />
  );
}

/** Ends a subscription by a press: scanners of mails open every link, and press nothing. */
export function Component() {
  const { token = '' } = useParams();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      send<typeof unsubscribe>('POST /newsletter/unsubscribe/{token}', { params: { token } }),
    onError: (failure) => {
      if (!isBroken(failure)) toast.failure(messageOf(failure));
    },
    meta: { quiet: true },
  });
  return (
    <div aria-live="polite">
      {isBroken(error) ? (
        <Broken />
      ) : (
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
      )}
    </div>
  );
}
