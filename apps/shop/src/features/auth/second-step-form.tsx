import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useNavigate } from 'react-router';
import { OrDivider } from '../../rooms/identity/or-divider.tsx';
import { CodeForm } from '../../rooms/identity/proof-form.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { enter, type SecondStep, useSignIn } from './sign-in.ts';

/** The second step of signing in: a passkey, a code of the app, or a recovery code. */
export function SecondStepForm({ sChallenge, aMethods }: SecondStep) {
  const navigate = useNavigate();
  const signIn = useSignIn();
  const give = async (sCode: string) => {
    try {
      const body = { sChallenge, sCode };
      await signIn(async () => enter(await send('POST /login/factor', { body })));
    } catch (error) {
      if (!isRefusal(error, 'session.challenge_expired')) throw error;
      toast.failure(error.message);
      await navigate('/auth/login', { replace: true });
    }
  };
  return (
    <>
      {aMethods.includes('passkey') && (
        <>
          <PasskeySignIn look="primary" sChallenge={sChallenge} />
          <OrDivider className="my-5" />
        </>
      )}
      <CodeForm action={text('auth.signIn.action')} help={text('security.code.help')} give={give} />
    </>
  );
}
