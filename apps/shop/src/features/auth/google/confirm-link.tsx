import { text } from '@giftlane/contract/messages.ts';
import { useNavigate } from 'react-router';
import { send } from '../../../client/api.ts';
import { isRefusal } from '../../../client/api-error.ts';
import { useAction } from '../../../client/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast-queue.ts';
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
