import { text } from '@giftlane/contract/messages.ts';
import { Link } from 'react-router';
import { AuthPage, authLinkClass } from '../features/auth/auth-page.tsx';
import { SignupForm } from '../features/auth/signup-form.tsx';
import { requireVisitor } from '../lib/guards.ts';

export const loader = requireVisitor;

/** Sign up (ROUTE-05). */
export function Component() {
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
      <SignupForm />
    </AuthPage>
  );
}
