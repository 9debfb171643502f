import { text } from '@giftlane/contract/messages.ts';
import type { confirmSubscription } from '@giftlane/contract/newsletter.ts';
import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { MessagePage } from '../features/shell/message-page.tsx';
import { send } from '../lib/api.ts';
import { isRefusal, messageOf } from '../lib/api-error.ts';
import { BrokenLink, SealedLetter } from '../parts/drawings.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { toast } from '../ui/toast-queue.ts';

const hasExpired = (error: unknown) =>
  isRefusal(error, 'newsletter.token_expired', 'input.invalid');

/** Confirms a subscription by a press: scanners of mails open every link, and press nothing. */
export function Component() {
  const { token = '' } = useParams();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      send<typeof confirmSubscription>('POST /newsletter/confirm/{token}', { params: { token } }),
    onError: (failure) => {
      if (!hasExpired(failure)) toast.failure(messageOf(failure));
    },
    meta: { quiet: true },
  });
  if (hasExpired(error)) {
    return (
      <MessagePage
        title={text('newsletter.expired')}
        hint={text('newsletter.expiredHint')}
        drawing={<BrokenLink />}
        action={<ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>}
      />
    );
  }
  return (
    <div aria-live="polite">
      <MessagePage
        title={text(isSuccess ? 'newsletter.confirm.done' : 'newsletter.confirm.title')}
        hint={text(isSuccess ? 'newsletter.confirm.doneHint' : 'newsletter.confirm.hint')}
        drawing={<SealedLetter />}
        action={
          isSuccess ? (
            <ButtonLink to="/gift-cards">{text('newsletter.toShop')}</ButtonLink>
          ) : (
            <Button look="primary" busy={isPending} onClick={() => mutate()}>
              {text('newsletter.confirm.action')}
            </Button>
          )
        }
      />
    </div>
  );
}
