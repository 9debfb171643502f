import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { useAction } from '@giftlane/client/use-action.ts';
import { linkGoogleSchema } from '@giftlane/contract/members/google.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { PasswordField, TextField } from '@giftlane/ui/form/field.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { useState } from 'react';
import { SealedLetter } from '../../../rooms/pages/drawings.tsx';
import type { GooglePerson } from '../../../session/google.ts';
import { enterAndTell, useSignIn } from '../sign-in.ts';

interface LinkDialogProps {
  person: GooglePerson;
  onClose: () => void;
}

/** Links by the account's password. */
function PasswordWay({ person }: { person: GooglePerson }) {
  const signIn = useSignIn();
  const { sGoogleToken } = person;
  const state = useContractForm(linkGoogleSchema, { sGoogleToken, sPassword: '' }, async (body) => {
    try {
      await signIn(async () => enterAndTell(await send('POST /google-login/password', { body })));
    } catch (error) {
      if (!isRefusal(error, 'session.wrong_credentials')) throw error;
      const message = text('error.wrongPassword');
      state.form.setError('sPassword', { message }, { shouldFocus: true });
    }
  });
  return (
    <Form state={state} action={text('auth.google.link.action')}>
      {/* For password managers. */}
      <TextField
        label={text('auth.email')}
        type="email"
        name="sEmail"
        autoComplete="username"
        value={person.sEmail}
        readOnly
      />
      <PasswordField
        {...state.field('sPassword')}
        label={text('auth.password')}
        autoComplete="current-password"
      />
    </Form>
  );
}

/** Has a link mailed instead. */
function MailWay({ person, onSent }: { person: GooglePerson; onSent: () => void }) {
  const ask = useAction(async () => {
    const { sGoogleToken } = person;
    await send('POST /google-login/mail', { body: { sGoogleToken } });
    onSent();
  });
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-5">
      <p className="text-soft">{text('auth.google.link.orMail')}</p>
      <Button className="max-sm:w-full" {...ask}>
        {text('auth.google.link.mail')}
      </Button>
    </div>
  );
}

/** Links an existing account to Google, by its password or by a mailed link. */
export default function LinkDialog({ person, onClose }: LinkDialogProps) {
  const [sent, setSent] = useState(false);
  const { sEmail: email } = person;
  return (
    <Dialog
      title={text(sent ? 'auth.google.link.sent' : 'auth.google.link.title')}
      intro={
        <p className="wrap-anywhere" role={sent ? 'status' : undefined}>
          {sent
            ? text('auth.google.link.sentText', { email })
            : text('auth.google.link.intro', { email })}
        </p>
      }
      onClose={onClose}
    >
      {sent ? (
        <div className="w-40 text-edge">
          <SealedLetter />
        </div>
      ) : (
        <>
          <PasswordWay person={person} />
          <MailWay person={person} onSent={() => setSent(true)} />
        </>
      )}
    </Dialog>
  );
}
