import { useAction } from '@giftlane/client/use-action.ts';
import type { Security } from '@giftlane/contract/members/security.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { useState } from 'react';
import { PasswordForm, ProofForm } from '../../rooms/identity/proof-form.tsx';
import { hasSecondFactor } from '../../rooms/identity/security.ts';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import { unlockAccount } from './lock.ts';

interface UnlockDialogProps {
  security: Security;
  onClose: () => void;
}

/** Asks for a second factor, where there is one, then for the password. Both end the freeze at once, the password alone after a day. */
export default function UnlockDialog({ security, onClose }: UnlockDialogProps) {
  const hasFactor = hasSecondFactor(security);
  const [step, setStep] = useState<'factor' | 'password'>(
    hasFactor && !security.bProven ? 'factor' : 'password',
  );
  const proof = useProof();
  const unlockWith = async (password?: string) => {
    await unlockAccount(password);
    onClose();
  };
  const withoutPassword = () => proof.run(unlockWith);
  const press = useAction(withoutPassword);
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
        <PasswordForm action={text('security.frozen.end')} give={unlockWith} />
      ) : (
        <Button look="primary" className="w-full" {...press}>
          {text('security.frozen.end')}
        </Button>
      )}
      {proof.dialog}
    </Dialog>
  );
}
