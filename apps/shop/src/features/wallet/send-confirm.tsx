import { text } from '@giftlane/contract/messages.ts';
import { sendMoney } from '@giftlane/contract/wallet.ts';
import { useRef } from 'react';
import * as z from 'zod';
import { isRefusal } from '../../lib/api-error.ts';
import { session, sessionKeys } from '../../lib/storage.ts';
import { PasswordField } from '../../ui/field.tsx';
import { Form, useContractForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-queue.ts';
import { newPair, type Pair, type Sending, sendOut } from './send.ts';

const schema = z.strictObject({ sPassword: sendMoney.body.shape.sPassword });

/** The page reloads this long after a success (WAL-38). */
const reloadAfterMs = 500;

/** Asks for the password and sends, once, however often it is tried (WAL-37). */
export function SendConfirm({ sending, action }: { sending: Sending; action: string }) {
  const pair = useRef<Pair>(undefined);
  const state = useContractForm(schema, { sPassword: '' }, async ({ sPassword }) => {
    try {
      pair.current ??= await newPair();
      const message = await sendOut(pair.current, sending, sPassword);
      toast.success(message);
      // Said again after the reload, which would take the notice away half read.
      session.write(sessionKeys.notice, message);
      setTimeout(() => location.reload(), reloadAfterMs);
    } catch (error) {
      if (isRefusal(error, 'wallet.token')) pair.current = undefined;
      if (!isRefusal(error, 'account.wrong_password')) throw error;
      state.form.setError('sPassword', { message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <Form state={state} action={action}>
      <PasswordField
        {...state.form.register('sPassword')}
        autoFocus
        label={text('auth.password')}
        autoComplete="current-password"
        error={state.errorOf('sPassword')}
      />
    </Form>
  );
}
