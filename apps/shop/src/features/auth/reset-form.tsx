import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { resetSchema } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasswordField } from '@giftlane/ui/form/field.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useNavigate } from 'react-router';

/** Sets a new password with the token of the mail (AUTH-18 to AUTH-20). */
export function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const state = useContractForm(
    resetSchema,
    { sNewPassword: '', sNewRetypedPassword: '' },
    async (body) => {
      try {
        const answer = await send('POST /password/reset/{token}', { params: { token }, body });
        toast.success(answer.message);
        await navigate('/auth/login');
      } catch (error) {
        if (!isRefusal(error, 'account.token_expired')) throw error;
        await navigate('/link/expired');
      }
    },
  );
  return (
    <Form state={state} action={text('auth.reset.action')}>
      <PasswordField
        {...state.field('sNewPassword', { deps: ['sNewRetypedPassword'] })}
        label={text('auth.newPassword')}
        autoComplete="new-password"
      />
      <PasswordField
        {...state.field('sNewRetypedPassword')}
        label={text('auth.newRetype')}
        autoComplete="new-password"
      />
    </Form>
  );
}
