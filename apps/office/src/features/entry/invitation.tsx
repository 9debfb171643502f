import { type Answer, send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { acceptInvitation } from '@giftlane/contract/office/session.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasswordField, TextField } from '@giftlane/ui/form/field.tsx';
import { QrPicture } from '@giftlane/ui/layout/qr-picture.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { beginSession } from '../../session.ts';
import { Box } from './box.tsx';
import { CodeField } from './code-field.tsx';

type Invitation = Answer<'POST /office/invitation'>['data'];

function Choices({ token, invited }: { token: string; invited: Invitation }) {
  const navigate = useNavigate();
  const empty = { sToken: token, sName: '', sPassword: '', sCode: '' };
  const state = useContractForm(
    acceptInvitation.body,
    empty,
    async (body) => {
      const { data } = await send('POST /office/invitation/accept', { body });
      beginSession(data);
      await navigate('/', { replace: true });
    },
    { 'factor.wrong_code': 'sCode', 'account.guessable_password': 'sPassword' },
  );
  return (
    <Form state={state} action={text('office.accept')}>
      {/* For password managers. */}
      <input type="hidden" autoComplete="username" value={invited.sEmail} readOnly />
      <TextField {...state.field('sName')} label={text('office.name')} autoComplete="name" />
      <PasswordField
        {...state.field('sPassword')}
        label={text('office.password')}
        autoComplete="new-password"
      />
      <div className="flex items-center gap-5">
        <QrPicture value={invited.sUri} title={text('office.qr')} />
        <p className="min-w-0 text-13 text-soft">
          {text('office.app')}
          <code className="mt-2 block font-code wrap-anywhere text-ink">{invited.sSecret}</code>
        </p>
      </div>
      <CodeField {...state.field('sCode')} />
    </Form>
  );
}

/** Accepts an invitation, whose token is in the fragment so that no server or log sees it in an address. */
export function InvitationPage() {
  const token = useLocation().hash.slice(1);
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) =>
      (await send('POST /office/invitation', { body: { sToken: token }, signal })).data,
  });
  return (
    <Box title={text('office.invitation')} intro={query.data?.sEmail}>
      <Loaded query={query} waiting={<Skeleton className="h-96" />}>
        {(invited) => <Choices token={token} invited={invited} />}
      </Loaded>
    </Box>
  );
}
