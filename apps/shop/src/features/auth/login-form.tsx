import { loginSchema } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { Link, useNavigate } from 'react-router';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Form, useContractForm } from '../../ui/form.tsx';
import { authLinkClass } from './auth-page.tsx';
import { signInWith } from './sign-in.ts';

/** E-mail and password (AUTH-01 to AUTH-04). */
export function LoginForm() {
  const navigate = useNavigate();
  const state = useContractForm(
    loginSchema,
    { sEmail: '', sPassword: '' },
    async (values) => void navigate(await signInWith(values), { replace: true }),
  );
  const { form, errorOf } = state;
  return (
    <Form state={state} action={text('auth.signIn.action')}>
      <TextField
        {...form.register('sEmail')}
        label={text('auth.email')}
        type="email"
        autoComplete="username"
        error={errorOf('sEmail')}
      />
      <div>
        <PasswordField
          {...form.register('sPassword')}
          label={text('auth.password')}
          autoComplete="current-password"
          error={errorOf('sPassword')}
        />
        <Link
          to="/auth/forgot-password"
          className={`${authLinkClass} mt-2 inline-block text-13 font-medium`}
        >
          {text('auth.toForgot')}
        </Link>
      </div>
    </Form>
  );
}
