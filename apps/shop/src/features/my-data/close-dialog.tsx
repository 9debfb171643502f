import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasswordField, TextField } from '@giftlane/ui/form/field.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { securityQuery } from '../../rooms/identity/security.ts';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import { signOut } from '../../session/session.ts';
import { myDataQuery } from './my-data.ts';

const word = text('myData.close.dialog.wordValue');

const schema = z.strictObject({
  sWord: z
    .string()
    .trim()
    .refine(
      (typed) => typed.toUpperCase() === word,
      text('myData.close.dialog.wordWrong', { word }),
    ),
});

const withPassword = schema.extend({
  sPassword: z.string().min(1, text('auth.password.required')),
});

/** Closes the account after a typed word and a proof of the session. */
export default function CloseDialog({ days, onClose }: { days: number; onClose: () => void }) {
  // An account with a second factor is closed by that instead of the password.
  const { data: security } = useQuery(securityQuery);
  const byPassword = !security || security.aMethods.includes('password');
  const proof = useProof();
  const form = byPassword ? withPassword : schema.extend({ sPassword: z.string() });
  const state = useContractForm(
    form,
    { sWord: '', sPassword: '' },
    async ({ sPassword }) => {
      const body = byPassword ? { sPassword } : {};
      try {
        await proof.run(async () => {
          const { message } = await send('POST /account/close', { body });
          await signOut(message);
        });
      } catch (error) {
        if (isRefusal(error, 'account.not_closable'))
          await queryClient.invalidateQueries({ queryKey: myDataQuery.queryKey });
        throw error;
      }
    },
    { 'account.wrong_password': 'sPassword' },
  );
  return (
    <Dialog
      title={text('myData.close.dialog.title')}
      intro={text('myData.close.dialog.intro', { days })}
      onClose={onClose}
    >
      <Form state={state} action={text('myData.close.dialog.action')}>
        <TextField
          {...state.field('sWord')}
          label={text('myData.close.dialog.word', { word })}
          autoComplete="off"
          autoCapitalize="characters"
        />
        {byPassword && (
          <PasswordField
            {...state.field('sPassword')}
            label={text('auth.password')}
            autoComplete="current-password"
          />
        )}
      </Form>
      {proof.dialog}
    </Dialog>
  );
}
