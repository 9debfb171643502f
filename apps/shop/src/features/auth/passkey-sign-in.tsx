import { send } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasskeyButton } from '../../rooms/identity/proof-form.tsx';
import { hasPasskeys, signWith } from '../../session/passkeys.ts';
import { enter, useSignIn } from './sign-in.ts';

interface PasskeySignInProps {
  look?: 'primary' | 'secondary';
  /** The challenge of a second step; without it the passkey is the only step. */
  sChallenge?: string;
}

/** A button that signs in by a passkey; nothing in a browser without passkeys. */
export function PasskeySignIn({ look = 'secondary', sChallenge }: PasskeySignInProps) {
  const signIn = useSignIn();
  if (!hasPasskeys()) return null;
  const use = async () => {
    const options = await send('POST /login/passkey/options', {});
    const oCredential = await signWith(options.data);
    const body = { oCredential, ...(sChallenge && { sChallenge }) };
    await signIn(async () => enter(await send('POST /login/passkey', { body })));
  };
  return (
    <PasskeyButton use={use} look={look}>
      {text('security.passkey.signIn')}
    </PasskeyButton>
  );
}
