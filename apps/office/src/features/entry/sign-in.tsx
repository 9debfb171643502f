import { send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { signIn } from '@giftlane/contract/office/session.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasswordField, TextField } from '@giftlane/ui/form/field.tsx';
import { useNavigate } from 'react-router';
import { sessionQuery } from '../../session.ts';
import { Box } from './box.tsx';
import { CodeField } from './code-field.tsx';

const empty = { sEmail: '', sPassword: '', sCode: '' };

/** Signs in by e-mail, password and authenticator app at once. */
export function SignIn() {
  const navigate = useNavigate();
  const state = useContractForm(signIn.body, empty, async (body) => {
    const { data } = await send('POST /office/session', { body });
    queryClient.setQueryData(sessionQuery.queryKey, data);
    await navigate('/', { replace: true });
  });
  return (
    <Box title={text('office.signIn')}>
      <Form state={state} action={text('office.signIn')}>
        <TextField
          {...state.field('sEmail')}
          label={text('office.email')}
          type="email"
          autoComplete="username"
        />
        <PasswordField
          {...state.field('sPassword')}
          label={text('office.password')}
          autoComplete="current-password"
        />
        <CodeField {...state.field('sCode')} />
      </Form>
    </Box>
  );
}
