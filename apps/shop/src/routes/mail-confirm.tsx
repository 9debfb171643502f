import { confirmEmailSchema } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useNavigate, useParams } from 'react-router';
import { send } from '../client/api.ts';
import { isRefusal } from '../client/api-error.ts';
import { queryClient } from '../client/query-client.ts';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { memberQuery } from '../session/member.ts';
import { PasswordField } from '../ui/field.tsx';
import { Form, useContractForm } from '../ui/form.tsx';

/** A new email, opened in another browser than the one that asked: it counts with the account's password. */
export function Component() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const state = useContractForm(confirmEmailSchema, { sPassword: '' }, async (body) => {
    try {
      const params = { token };
      await send('POST /mail/verification/{token}', { params, body });
      await queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
      await navigate('/mail/verified', { replace: true });
    } catch (error) {
      if (isRefusal(error, 'account.token_expired'))
        return navigate('/mail/verification/expired', { replace: true });
      if (!isRefusal(error, 'session.wrong_credentials')) throw error;
      const message = text('error.wrongPassword');
      state.form.setError('sPassword', { message }, { shouldFocus: true });
    }
  });
  return (
    <AuthPage title={text('confirmEmail.title')} intro={text('confirmEmail.intro')}>
      <Form state={state} action={text('confirmEmail.action')}>
        <PasswordField
          {...state.field('sPassword')}
          label={text('auth.password')}
          autoComplete="current-password"
        />
      </Form>
    </AuthPage>
  );
}
