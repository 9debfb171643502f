import { text } from '@giftlane/contract/messages.ts';
import type { Security } from '@giftlane/contract/security.ts';
import { useState } from 'react';
import * as z from 'zod';
import { isRefusal, messageOf } from '../../lib/api-error.ts';
import { ProofForm } from '../../parts/proof-form.tsx';
import { useProof } from '../../parts/use-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Form, useContractForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-queue.ts';

interface UnlockDialogProps {
  security: Security;
  /** Refuses a wrong password. */
  unlock: (password: string | undefined) => Promise<void>;
  onClose: () => void;
}

const schema = z.strictObject({ sPassword: z.string().min(1, text('auth.password.required')) });

function PasswordStep({ unlock, onClose }: Pick<UnlockDialogProps, 'unlock' | 'onClose'>) {
  const state = useContractForm(schema, { sPassword: '' }, async ({ sPassword }) => {
    try {
      await unlock(sPassword);
      onClose();
    } catch (error) {
      if (!isRefusal(error, 'account.wrong_password')) throw error;
      state.form.setError('sPassword', { message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <Form state={state} action={text('security.frozen.end')}>
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

/** A factor first, where there is one: with the password it ends the freeze at once. The password alone takes a day. */
export default function UnlockDialog({ security, unlock, onClose }: UnlockDialogProps) {
  const hasFactor = security.oTotp !== null || security.aPasskeys.length > 0;
  const [step, setStep] = useState<'factor' | 'password'>(
    hasFactor && !security.bProven ? 'factor' : 'password',
  );
  const proof = useProof();
  const withoutPassword = () =>
    proof.run(async () => {
      await unlock(undefined);
      onClose();
    });
  const press = async () => {
    try {
      await withoutPassword();
    } catch (error) {
      toast.failure(messageOf(error));
    }
  };
  return (
    <Dialog
      title={text('security.unlock.title')}
      intro={text(hasFactor ? 'security.unlock.twoFactors' : 'security.unlock.aDay')}
      onClose={onClose}
    >
      {step === 'factor' ? (
        <>
          <ProofForm
            action={text('security.prove.action')}
            act={async () => {
              if (security.bPassword) setStep('password');
              else await withoutPassword();
            }}
          />
          {security.bPassword && (
            <Button look="quiet" className="mt-3 w-full" onClick={() => setStep('password')}>
              {text('security.unlock.lost')}
            </Button>
          )}
        </>
      ) : security.bPassword ? (
        <PasswordStep unlock={unlock} onClose={onClose} />
      ) : (
        <Button look="primary" className="w-full" onClick={() => void press()}>
          {text('security.frozen.end')}
        </Button>
      )}
      {proof.dialog}
    </Dialog>
  );
}
