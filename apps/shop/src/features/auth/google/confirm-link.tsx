import { text } from '@giftlane/contract/messages.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { send } from '../../../lib/api.ts';
import { isRefusal, messageOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast-queue.ts';
import { enter, secondStepOf, secondStepPath } from '../sign-in.ts';

/** Links and signs in by a press: mail scanners follow links, but press nothing. */
export function ConfirmLink({ token, onExpired }: { token: string; onExpired: () => void }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const follow = async () => {
    setBusy(true);
    try {
      const entrance = await send('POST /google-login/mail/{token}', { params: { token } });
      const landing = await enter(entrance);
      toast.success(entrance.message);
      await navigate(landing, { replace: true });
    } catch (error) {
      if (isRefusal(error, 'account.token_expired', 'input.invalid')) {
        onExpired();
        return;
      }
      const step = secondStepOf(error);
      if (step) {
        await navigate(secondStepPath, { state: step, replace: true });
        return;
      }
      toast.failure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Button look="primary" className="w-full" busy={busy} onClick={() => void follow()}>
      {text('auth.google.link.action')}
    </Button>
  );
}
