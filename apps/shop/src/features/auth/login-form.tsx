import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { loginSchema } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasswordField, TextField } from '@giftlane/ui/form/field.tsx';
import { Link } from 'react-router';
import { authLinkClass } from './auth-page.tsx';
import { useGivenEmail } from './given-email.ts';
import { signInWith, useSignIn } from './sign-in.ts';

/** E-mail and password (AUTH-01 to AUTH-04). */
export function LoginForm() {
  const signIn = useSignIn();
  const sEmail = useGivenEmail();
  const state = useContractForm(loginSchema, { sEmail, sPassword: '' }, (values) =>
    signIn(() => signInWith(values)),
  );
  const { form } = state;
  return (
    <Form state={state} action={text('auth.signIn.action')}>
      <TextField
        {...state.field('sEmail')}
        label={text('auth.email')}
        type="email"
        autoComplete="username"
      />
      <div>
        <PasswordField
          {...state.field('sPassword')}
          label={text('auth.password')}
          autoComplete="current-password"
        />
        <Link
          to="/auth/forgot-password"
          state={{ email: form.watch('sEmail') }}
          className={`${authLinkClass} mt-2 inline-block text-13 font-medium`}
        >
          {text('auth.toForgot')}
        </Link>
      </div>
    </Form>
  );
}
