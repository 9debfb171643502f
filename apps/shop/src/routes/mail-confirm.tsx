import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { confirmEmailSchema } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasswordField } from '@giftlane/ui/form/field.tsx';
import { useNavigate, useParams } from 'react-router';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { memberQuery } from '../session/member.ts';

/** Confirms a new e-mail by the password, in a browser other than the one that changed it. */
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
