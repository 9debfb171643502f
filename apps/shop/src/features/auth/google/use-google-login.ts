import { send } from '@giftlane/client/api.ts';
import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type GooglePerson, keepGooglePerson, personOf } from '../../../session/google.ts';
import { enter, useSignIn } from '../sign-in.ts';
import type { Asked } from './issuer.ts';

async function signInByGoogle({ sEmail, sGoogleId, sGoogleToken }: GooglePerson): Promise<string> {
  const body = { sEmail, sGoogleId, sGoogleToken };
  return enter(await send('POST /google-login', { body }));
}

/** Keeps the person for the sign-up form; returns the failure to show there. */
function prepareSignUp(person: GooglePerson, error: unknown): string | undefined {
  // The token of an existing account is a credential and is not kept.
  const unknown = isRefusal(error, 'google.unknown');
  if (person.sGoogleId) keepGooglePerson(unknown ? person : { ...person, sGoogleToken: '' });
  return unknown ? undefined : messageOf(error);
}

/** Signs in by an answer of Google, asks to link an account first, or goes to sign up (AUTH-21, OPEN-15). */
export function useGoogleLogin() {
  const navigate = useNavigate();
  const signIn = useSignIn();
  const [linking, setLinking] = useState<GooglePerson>();
  const [busy, setBusy] = useState(false);
  const { pathname } = useLocation();
  const goSignUp = (googleFailure: string | undefined) =>
    navigate('/auth/signup', {
      replace: pathname === '/auth/signup',
      preventScrollReset: true,
      state: { googleFailure },
    });

  const signInAs = async (person: GooglePerson) => {
    try {
      await signIn(() => signInByGoogle(person));
    } catch (error) {
      if (isRefusal(error, 'google.not_linked')) setLinking(person);
      else await goSignUp(prepareSignUp(person, error));
    }
  };
  return {
    async onAsked(asked: Asked) {
      if (asked.kind === 'token') {
        setBusy(true);
        await signInAs(personOf(asked.idToken));
        setBusy(false);
        return;
      }
      await goSignUp(
        text(asked.kind === 'cancelled' ? 'auth.google.cancelled' : 'auth.google.failed'),
      );
    },
    /** The person whose account has to be linked first. */
    linking,
    stopLinking: () => setLinking(undefined),
    busy,
  };
}
