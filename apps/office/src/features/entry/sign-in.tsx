import { send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { signIn } from '@giftlane/contract/office/session.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasswordField, TextField } from '@giftlane/ui/form/field.tsx';
import { useNavigate, useSearchParams } from 'react-router';
import { addressAfter, beginSession } from '../../session.ts';
import { Box } from './box.tsx';
import { CodeField } from './code-field.tsx';

const empty = { sEmail: '', sPassword: '', sCode: '' };

/** Signs in by e-mail, password and authenticator app at once. */
export function SignIn() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const state = useContractForm(signIn.body, empty, async (body) => {
    const { data } = await send('POST /office/session', { body });
    beginSession(data);
    await navigate(addressAfter(params), { replace: true });
  });
  return (
    <Box
      title={text('office.signIn')}
      intro={params.get('why') === 'ended' && text('office.ended')}
    >
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
