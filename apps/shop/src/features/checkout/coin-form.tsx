import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { useAction } from '@giftlane/client/use-action.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { PasswordField } from '@giftlane/ui/form/field.tsx';
import { FieldSkeleton, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { securityQuery } from '../../rooms/identity/security.ts';
import { useProof } from '../../rooms/identity/use-proof.tsx';

interface CoinFormProps {
  /** Label of the button. */
  action: string;
  /** Rejects with the refusal of a wrong password or an unproven session. */
  pay: (password?: string) => Promise<void>;
}

const schema = z.strictObject({ password: z.string().min(1, text('auth.password.required')) });

function ByPassword({ action, pay }: CoinFormProps) {
  const proof = useProof();
  const state = useContractForm(
    schema,
    { password: '' },
    ({ password }) => proof.run(() => pay(password)),
    { 'account.wrong_password': 'password' },
  );
  return (
    <>
      <Form state={state} action={action}>
        <PasswordField
          {...state.field('password')}
          label={text('auth.password')}
          autoComplete="current-password"
        />
      </Form>
      {proof.dialog}
    </>
  );
}

/** For members without a password: proof by a second factor or a new sign-in. */
function ByProof({ action, pay }: CoinFormProps) {
  const proof = useProof();
  const pressed = useAction(() => proof.run(() => pay()));
  return (
    <>
      <Button look="primary" className="w-full" {...pressed}>
        {action}
      </Button>
      {proof.dialog}
    </>
  );
}

/** Asks for the password (PAY-10) or another proof of identity, and pays. */
export function CoinForm(props: CoinFormProps) {
  const { data, isError } = useQuery({ ...securityQuery, meta: { quiet: true } });
  // Without an answer: nearly all members have a password, and the server checks.
  if (isError || data?.aMethods.includes('password')) return <ByPassword {...props} />;
  if (data) return <ByProof {...props} />;
  return (
    <div className="space-y-5" aria-hidden="true">
      <FieldSkeleton />
      <Skeleton className="input-height rounded-control" />
    </div>
  );
}
