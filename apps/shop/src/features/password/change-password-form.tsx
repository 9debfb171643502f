import { send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { passwordChangeSchema } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasswordField } from '@giftlane/ui/form/field.tsx';
import { useMember } from '../../session/member.ts';
import { signOut } from '../../session/session.ts';

const empty = { sOldPassword: '', sNewPassword: '', sNewRetypedPassword: '' };

/** Old, new and retyped password; the member is signed out afterwards (PROF-13 to PROF-19). */
export function ChangePasswordForm() {
  const member = useMember();
  const state = useContractForm(
    passwordChangeSchema,
    empty,
    async (body) => signOut((await send('POST /password/change', { body })).message),
    { 'account.wrong_password': 'sOldPassword' },
  );
  return (
    <Form state={state} action={text('password.action')}>
      {member && member.sEmail !== member.sSignInEmail && (
        <p className="rounded-small bg-amber-tint px-3 py-2 text-15">
          {text('password.endsEmailChange', { wanted: member.sEmail, now: member.sSignInEmail })}
        </p>
      )}
      {/* For password managers. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={member?.sSignInEmail ?? ''}
        readOnly
        hidden
      />
      <PasswordField
        {...state.field('sOldPassword')}
        label={text('password.old')}
        autoComplete="current-password"
      />
      <PasswordField
        {...state.field('sNewPassword', { deps: ['sNewRetypedPassword'] })}
        label={text('auth.newPassword')}
        autoComplete="new-password"
        help={text('auth.password.help')}
      />
      <PasswordField
        {...state.field('sNewRetypedPassword')}
        label={text('auth.newRetype')}
        autoComplete="new-password"
      />
    </Form>
  );
}
