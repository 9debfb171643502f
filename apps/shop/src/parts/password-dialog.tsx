import { text } from '@giftlane/contract/messages.ts';
import * as z from 'zod';
import { isRefusal } from '../lib/api-error.ts';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Form, useContractForm } from '../ui/form.tsx';

const schema = z.strictObject({ sPassword: z.string().min(1, text('auth.password.required')) });

interface PasswordDialogProps {
  title: string;
  intro: string;
  action: string;
  act: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the account password before something that can not be undone. */
export default function PasswordDialog({
  title,
  intro,
  action,
  act,
  onClose,
}: PasswordDialogProps) {
  const state = useContractForm(schema, { sPassword: '' }, async ({ sPassword }) => {
    try {
      await act(sPassword);
      onClose();
    } catch (error) {
      if (!isRefusal(error, 'account.wrong_password')) throw error;
      state.form.setError('sPassword', { message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <Dialog title={title} intro={intro} onClose={onClose}>
      <Form state={state} action={action}>
        <PasswordField
          {...state.form.register('sPassword')}
          label={text('auth.password')}
          autoComplete="current-password"
          error={state.errorOf('sPassword')}
        />
      </Form>
    </Dialog>
  );
}
