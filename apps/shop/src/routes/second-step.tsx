import { text } from '@giftlane/texts/text.ts';
import { Link, Navigate, useLocation } from 'react-router';
import { AuthPage, authLinkClass } from '../features/auth/auth-page.tsx';
import { SecondStepForm } from '../features/auth/second-step-form.tsx';
import type { SecondStep } from '../features/auth/sign-in.ts';
import { requireVisitor } from '../session/guards.ts';

export const loader = requireVisitor;

/** The second step of signing in. Without a first one it redirects to it. */
export function Component() {
  const step = useLocation().state as SecondStep | null;
  if (!step?.sChallenge) return <Navigate to="/auth/login" replace />;
  return (
    <AuthPage
      title={text('auth.secondStep.title')}
      intro={text('auth.secondStep.intro')}
      aside={
        <Link to="/auth/login" className={authLinkClass} replace>
          {text('auth.secondStep.back')}
        </Link>
      }
    >
      <SecondStepForm {...step} />
    </AuthPage>
  );
}
