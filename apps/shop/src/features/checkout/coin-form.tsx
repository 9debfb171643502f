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
  /** The words of the button. */
  action: string;
  /** Refuses a wrong password, and a session that is not proven. */
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

/** For whom a second factor, or signing in anew, stands in for the password. */
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

/** Asks for the password (PAY-10), or what stands in for it, and pays. */
export function CoinForm(props: CoinFormProps) {
  const { data, isError } = useQuery({ ...securityQuery, meta: { quiet: true } });
  // A password is what nearly everybody has; the server says if it is not enough.
  if (isError || data?.aMethods.includes('password')) return <ByPassword {...props} />;
  if (data) return <ByProof {...props} />;
  return (
    <div className="space-y-5" aria-hidden="true">
      <FieldSkeleton />
      <Skeleton className="input-height rounded-control" />
    </div>
  );
}
