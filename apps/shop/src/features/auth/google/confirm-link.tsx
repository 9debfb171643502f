import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { enterAndTell, useSignIn } from '../sign-in.ts';

/** A button that links the account and signs in: mail scanners open links, but press no buttons. */
export function ConfirmLink({ token, onExpired }: { token: string; onExpired: () => void }) {
  const signIn = useSignIn();
  const follow = useAction(async () => {
    try {
      await signIn(
        async () =>
          enterAndTell(await send('POST /google-login/mail/{token}', { params: { token } })),
        { replace: true },
      );
    } catch (error) {
      if (!isRefusal(error, 'account.token_expired', 'input.invalid')) throw error;
      onExpired();
    }
  });
  return (
    <Button look="primary" className="w-full" {...follow}>
      {text('auth.google.link.action')}
    </Button>
  );
}
