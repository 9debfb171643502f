/** What follows an answer of Google: signed in, to be linked, or on to sign up with what is known. */

import { send } from '@giftlane/client/api.ts';
import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type GooglePerson, keepGooglePerson, personOf } from '../../../session/google.ts';
import { enter, secondStepOf, secondStepPath } from '../sign-in.ts';
import type { Asked } from './issuer.ts';

async function signInByGoogle({ sEmail, sGoogleId, sGoogleToken }: GooglePerson): Promise<string> {
  const body = { sEmail, sGoogleId, sGoogleToken };
  return enter(await send('POST /google-login', { body }));
}

/** Keeps what is known for the sign-up form; answers why somebody comes there, where they can not know. */
function prepareSignUp(person: GooglePerson, error: unknown): string | undefined {
  // A token is kept only where it opens nothing yet: after any other failure it may be somebody's key.
  const unknown = isRefusal(error, 'google.unknown');
  if (person.sGoogleId) keepGooglePerson(unknown ? person : { ...person, sGoogleToken: '' });
  return unknown ? undefined : messageOf(error);
}

export interface GoogleLogin {
  /** Goes on after Google has answered. */
  onAsked: (asked: Asked) => Promise<void>;
  /** Whose account has to be linked first. */
  linking: GooglePerson | undefined;
  stopLinking: () => void;
  busy: boolean;
}

/** A failed Google login, for whatever reason, leads to sign up (AUTH-21, OPEN-15). */
export function useGoogleLogin(): GoogleLogin {
  const navigate = useNavigate();
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
      await navigate(await signInByGoogle(person), { replace: true });
    } catch (error) {
      const step = secondStepOf(error);
      if (step) {
        await navigate(secondStepPath, { state: step });
        return;
      }
      if (isRefusal(error, 'google.not_linked')) {
        setLinking(person);
        return;
      }
      await goSignUp(prepareSignUp(person, error));
    }
  };
  return {
    async onAsked(asked) {
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
    linking,
    stopLinking: () => setLinking(undefined),
    busy,
  };
}
