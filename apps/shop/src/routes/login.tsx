import { text } from '@giftlane/texts/text.ts';
import { Link } from 'react-router';
import { AuthPage, authLinkClass } from '../features/auth/auth-page.tsx';
import { GoogleSignIn } from '../features/auth/google/google-sign-in.tsx';
import { LoginForm } from '../features/auth/login-form.tsx';
import { PasskeySignIn } from '../features/auth/passkey-sign-in.tsx';
import { requireVisitor } from '../session/guards.ts';
import { readPendingItem } from '../session/remembered.ts';

export const loader = requireVisitor;

/** Sign in (ROUTE-04). */
export function Component() {
  return (
    <AuthPage
      title={text('auth.signIn.title')}
      intro={text(readPendingItem() ? 'auth.pendingItem' : 'auth.signIn.intro')}
      aside={
        <p>
          {text('auth.toSignUp')}{' '}
          <Link to="/auth/signup" className={authLinkClass}>
            {text('auth.signUp.title')}
          </Link>
        </p>
      }
    >
      <GoogleSignIn />
      <LoginForm />
      <div className="mt-5">
        <PasskeySignIn />
      </div>
    </AuthPage>
  );
}
