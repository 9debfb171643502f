import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useNavigate } from 'react-router';
import { enter, secondStepOf, secondStepPath } from '../sign-in.ts';

/** Links and signs in by a press: mail scanners follow links, but press nothing. */
export function ConfirmLink({ token, onExpired }: { token: string; onExpired: () => void }) {
  const navigate = useNavigate();
  const follow = useAction(async () => {
    try {
      const entrance = await send('POST /google-login/mail/{token}', { params: { token } });
      const landing = await enter(entrance);
      toast.success(entrance.message);
      await navigate(landing, { replace: true });
    } catch (error) {
      if (isRefusal(error, 'account.token_expired', 'input.invalid')) return onExpired();
      const step = secondStepOf(error);
      if (!step) throw error;
      await navigate(secondStepPath, { state: step, replace: true });
    }
  });
  return (
    <Button look="primary" className="w-full" {...follow}>
      {text('auth.google.link.action')}
    </Button>
  );
}
