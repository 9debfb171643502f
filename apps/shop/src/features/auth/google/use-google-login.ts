/** What follows an answer of Google: signed in, to be linked, or on to sign up with what is known. */
import { text } from '@giftlane/contract/messages.ts';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { send } from '../../../lib/api.ts';
import { isRefusal, messageOf } from '../../../lib/api-error.ts';
import { type GooglePerson, keepGooglePerson, personOf } from '../../../lib/google.ts';
import { toast } from '../../../ui/toast-queue.ts';
import { enter, secondStepOf, secondStepPath } from '../sign-in.ts';
import type { Asked } from './issuer.ts';

async function signInByGoogle({ sEmail, sGoogleId, sGoogleToken }: GooglePerson): Promise<string> {
  const body = { sEmail, sGoogleId, sGoogleToken };
  return enter(await send('POST /google-login', { body }));
}

/** Keeps what is known for the sign-up form, and says why somebody comes there. */
function prepareSignUp(person: GooglePerson, error: unknown): void {
  // A token is kept only where it opens nothing yet: after any other failure it may be somebody's key.
  const unknown = isRefusal(error, 'google.unknown');
  if (person.sGoogleId) keepGooglePerson(unknown ? person : { ...person, sGoogleToken: '' });
  if (!unknown) toast.failure(messageOf(error));
}

export interface GoogleLogin {
  /** Goes on after Google has answered. */
  onAsked: (asked: Asked) => Promise<void>;
  /** Whose account has to be linked first. */
  linking: GooglePerson | undefined;
  stopLinking: () => void;
  busy: boolean;
}

/** A failed Google login, for whatever reason, leads to sign up (AUTH-21, decision 15). */
export function useGoogleLogin(): GoogleLogin {
  const navigate = useNavigate();
  const [linking, setLinking] = useState<GooglePerson>();
  const [busy, setBusy] = useState(false);
  const { pathname } = useLocation();
  const goSignUp = () =>
    navigate('/auth/signup', { replace: pathname === '/auth/signup', preventScrollReset: true });

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
      prepareSignUp(person, error);
      await goSignUp();
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
      if (asked.kind === 'cancelled') toast.plain(text('auth.google.cancelled'));
      else toast.failure(text('auth.google.failed'));
      await goSignUp();
    },
    linking,
    stopLinking: () => setLinking(undefined),
    busy,
  };
}
