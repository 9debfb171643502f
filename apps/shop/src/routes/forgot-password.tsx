import { text } from '@giftlane/texts/text.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { AuthPage, authLinkClass } from '../features/auth/auth-page.tsx';
import { ForgotForm } from '../features/auth/forgot-form.tsx';
import { SealedLetter } from '../rooms/pages/drawings.tsx';
import { requireVisitor } from '../session/guards.ts';

export const loader = requireVisitor;

/** Ask for a reset link (ROUTE-06). */
export function Component() {
  const [sent, setSent] = useState<string>();
  return (
    <AuthPage
      title={text(sent ? 'auth.forgot.sent' : 'auth.forgot.title')}
      intro={sent ?? text('auth.forgot.intro')}
      aside={
        <Link to="/auth/login" className={authLinkClass}>
          {text('auth.backToSignIn')}
        </Link>
      }
    >
      {sent ? (
        <div className="w-40 text-edge">
          <SealedLetter />
        </div>
      ) : (
        <ForgotForm onSent={setSent} />
      )}
    </AuthPage>
  );
}
