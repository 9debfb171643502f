import { text } from '@giftlane/contract/messages.ts';
import type { reopenAccount } from '@giftlane/contract/my-data.ts';
import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { MessagePage } from '../features/shell/message-page.tsx';
import { send } from '../lib/api.ts';
import { isRefusal, messageOf } from '../lib/api-error.ts';
import { BrokenLink, SealedLetter } from '../parts/drawings.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { toast } from '../ui/toast-queue.ts';

const hasExpired = (error: unknown) => isRefusal(error, 'account.token_expired', 'input.invalid');

/** Undoes closing an account by a press: scanners of mails open every link, and press nothing. */
export function Component() {
  const { token = '' } = useParams();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      send<typeof reopenAccount>('POST /account/reopen/{token}', { params: { token } }),
    onError: (failure) => {
      if (!hasExpired(failure)) toast.failure(messageOf(failure));
    },
    meta: { quiet: true },
  });
  if (hasExpired(error))
    return (
      <MessagePage
        title={text('link.expired')}
        hint={text('reopen.expiredHint')}
        drawing={<BrokenLink />}
        action={<ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>}
      />
    );
  return (
    <div aria-live="polite">
      <MessagePage
        title={text(isSuccess ? 'reopen.done' : 'reopen.title')}
        hint={text(isSuccess ? 'reopen.doneText' : 'reopen.text')}
        drawing={<SealedLetter />}
        action={
          isSuccess ? (
            <ButtonLink look="primary" to="/auth/login">
              {text('userMenu.signIn')}
            </ButtonLink>
          ) : (
            <Button look="primary" busy={isPending} onClick={() => mutate()}>
              {text('reopen.action')}
            </Button>
          )
        }
      />
    </div>
  );
}
