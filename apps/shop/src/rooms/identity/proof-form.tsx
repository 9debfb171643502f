import { send } from '@giftlane/client/api.ts';
import { messageOf } from '@giftlane/client/api-error.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { useAction } from '@giftlane/client/use-action.ts';
import type { ProofMethod } from '@giftlane/contract/members/security.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { PasswordField, TextField } from '@giftlane/ui/form/field.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import { isGivenUp, signWith } from '../../session/passkeys.ts';
import { OrDivider } from './or-divider.tsx';
import { securityQuery } from './security.ts';

interface ProofFormProps {
  /** The label of the button. */
  action: string;
  /** Called once the proof was accepted. */
  act: () => Promise<void>;
}

const passwordSchema = z.strictObject({
  sPassword: z.string().min(1, text('auth.password.required')),
});

interface PasswordFormProps {
  action: string;
  /** Rejects for a wrong one. */
  give: (password: string) => Promise<void>;
}

/** A field for the account's password. */
export function PasswordForm({ action, give }: PasswordFormProps) {
  const state = useContractForm(
    passwordSchema,
    { sPassword: '' },
    ({ sPassword }) => give(sPassword),
    { 'account.wrong_password': 'sPassword' },
  );
  return (
    <Form state={state} action={action}>
      <PasswordField
        {...state.field('sPassword')}
        autoFocus
        label={text('auth.password')}
        autoComplete="current-password"
      />
    </Form>
  );
}

function ByPassword({ action, act }: ProofFormProps) {
  const give = async (sPassword: string) => {
    await send('POST /password/prove', { body: { sPassword } });
    await act();
  };
  return <PasswordForm action={action} give={give} />;
}

const codeSchema = z.strictObject({ sCode: z.string().min(1, text('security.code.required')) });

/** A field for a code of the app, or a recovery code. */
export function CodeForm({
  action,
  help,
  give,
}: {
  action: string;
  help?: string;
  give: (code: string) => Promise<void>;
}) {
  const state = useContractForm(codeSchema, { sCode: '' }, ({ sCode }) => give(sCode), {
    'factor.wrong_code': 'sCode',
  });
  return (
    <Form state={state} action={action}>
      <TextField
        {...state.field('sCode')}
        autoFocus
        label={text('security.code')}
        help={help}
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        className="font-code text-17"
      />
    </Form>
  );
}

/** A button that has a passkey sign. A failure is shown below it, unless the person cancelled. */
export function PasskeyButton({
  use,
  look = 'primary',
  children,
}: {
  use: () => Promise<void>;
  look?: 'primary' | 'secondary';
  children: ReactNode;
}) {
  const [problem, setProblem] = useState('');
  const press = useAction(async () => {
    setProblem('');
    try {
      await use();
    } catch (error) {
      if (!isGivenUp(error)) setProblem(messageOf(error, text('security.passkey.failed')));
    }
  });
  return (
    <>
      <Button look={look} className="w-full" {...press}>
        <KeyRound aria-hidden="true" className="size-4" />
        {children}
      </Button>
      {problem && (
        <div className="mt-3">
          <Notice tone="failure" title={problem} />
        </div>
      )}
    </>
  );
}

async function proveByPasskey(): Promise<void> {
  const options = await send('POST /security/prove/passkey/options', {});
  const oCredential = await signWith(options.data);
  await send('POST /security/prove/passkey', { body: { oCredential } });
}

function Ways({ methods, action, act }: ProofFormProps & { methods: readonly ProofMethod[] }) {
  if (methods.includes('password')) return <ByPassword action={action} act={act} />;
  if (methods.includes('sign_in')) return <p>{text('security.prove.signIn')}</p>;
  const byCode = (
    <CodeForm
      action={action}
      help={text('security.code.help')}
      give={async (sCode) => {
        await send('POST /security/prove/code', { body: { sCode } });
        await act();
      }}
    />
  );
  if (!methods.includes('passkey')) return byCode;
  return (
    <>
      <PasskeyButton
        use={async () => {
          await proveByPasskey();
          await act();
        }}
      >
        {text('security.passkey.use')}
      </PasskeyButton>
      <OrDivider className="my-5" />
      {byCode}
    </>
  );
}

/** Asks for a password, a code or a passkey that proves the session, then acts. */
export function ProofForm({ action, act }: ProofFormProps) {
  const { data, isError } = useQuery(securityQuery);
  // Nearly every account has a password; the server refuses it where it is not enough.
  if (isError) return <ByPassword action={action} act={act} />;
  if (!data) return <Skeleton className="h-32" />;
  return <Ways methods={data.aMethods} action={action} act={act} />;
}
