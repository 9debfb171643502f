import { text } from '@giftlane/texts/text.ts';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { AuthPage, authLinkClass } from '../features/auth/auth-page.tsx';
import { GooglePersonNotice } from '../features/auth/google/google-person-notice.tsx';
import { GoogleSignIn } from '../features/auth/google/google-sign-in.tsx';
import { SignupForm } from '../features/auth/signup-form.tsx';
import { googlePerson } from '../session/google.ts';
import { requireVisitor } from '../session/guards.ts';

export const loader = requireVisitor;

/** Sign up (ROUTE-05). */
export function Component() {
  const person = useSyncExternalStore(googlePerson.subscribe, googlePerson.read);
  return (
    <AuthPage
      title={text('auth.signUp.title')}
      intro={text('auth.signUp.intro')}
      aside={
        <p>
          {text('auth.toSignIn')}{' '}
          <Link to="/auth/login" className={authLinkClass}>
            {text('auth.signIn.title')}
          </Link>
        </p>
      }
    >
      {person && <GooglePersonNotice person={person} />}
      {!person?.sGoogleToken && <GoogleSignIn />}
      <SignupForm person={person} />
    </AuthPage>
  );
}
