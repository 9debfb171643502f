import { send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { forgotSchema } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { useGivenEmail } from './given-email.ts';

/** Asks for a reset link (AUTH-16, AUTH-17); `onSent` gets the server's message. */
export function ForgotForm({ onSent }: { onSent: (message: string) => void }) {
  const sEmail = useGivenEmail();
  const state = useContractForm(forgotSchema, { sEmail }, async (body) => {
    const answer = await send('POST /password/forgot', { body });
    onSent(answer.message);
  });
  return (
    <Form state={state} action={text('auth.forgot.action')}>
      <TextField
        {...state.field('sEmail')}
        label={text('auth.email')}
        type="email"
        autoComplete="username"
      />
    </Form>
  );
}
