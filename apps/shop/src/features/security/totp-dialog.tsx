import { type Answer, send, sendForData } from '@giftlane/client/api.ts';
import { ApiError, isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import type { Security } from '@giftlane/contract/members/security.ts';
import { text } from '@giftlane/texts/text.ts';
import { copyText } from '@giftlane/ui/browser/clipboard.ts';
import { Button, buttonClass } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { QrPicture } from '@giftlane/ui/layout/qr-picture.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { Copy, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { CodeForm } from '../../rooms/identity/proof-form.tsx';
import { refetchSecurity, securityQuery } from '../../rooms/identity/security.ts';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import { RecoveryDialog } from './recovery-codes.tsx';

interface TotpDialogProps {
  begun: Answer<'POST /security/totp'>['data'];
  onClose: () => void;
}

/** The account's security where the app is enabled in spite of an error: the answer may have been lost. */
async function securityIfEnabled(error: unknown): Promise<Security | undefined> {
  const open = error instanceof ApiError && error.status >= 500;
  if (!open && !isRefusal(error, 'account.unproven', 'factor.wrong_code')) return undefined;
  const state = await queryClient.fetchQuery({ ...securityQuery, staleTime: 0 }).catch(() => null);
  return state?.oTotp ? state : undefined;
}

/** Shows the secret, asks for its first code, then shows the recovery codes. */
export default function TotpDialog({ begun, onClose }: TotpDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const [isOn, setIsOn] = useState(false);
  const [copyWords, setCopyWords] = useState(text('security.totp.copy'));
  const copy = async () =>
    setCopyWords(
      (await copyText(begun.sSecret))
        ? text('security.totp.copied')
        : text('security.totp.copyFailed'),
    );
  const proof = useProof();
  const confirm = async (sCode: string) => {
    try {
      const body = { sCode };
      const { data } = await send('POST /security/totp/confirm', { body });
      await refetchSecurity();
      if (data.aRecoveryCodes) setCodes(data.aRecoveryCodes);
      else onClose();
    } catch (error) {
      const state = await securityIfEnabled(error);
      if (!state) throw error;
      // With a passkey the recovery codes are older and stay valid.
      if (state.aPasskeys.length > 0) onClose();
      else setIsOn(true);
    }
  };
  const renew = async () => {
    setCodes((await sendForData('POST /security/recovery-codes', {})).aRecoveryCodes);
    await refetchSecurity();
  };
  const renewing = useAction(() => proof.run(renew));
  const give = (sCode: string) => {
    let tries = 0;
    return proof.run(async () => {
      tries += 1;
      try {
        await confirm(sCode);
      } catch (error) {
        // The code may have expired during the proof: this form asks for the next one.
        if (tries === 1 || !isRefusal(error, 'factor.wrong_code')) throw error;
        toast.failure(error.message);
      }
    });
  };
  if (codes) return <RecoveryDialog codes={codes} onClose={onClose} />;
  if (isOn)
    return (
      <Dialog title={text('security.totp.add')} onClose={onClose}>
        <Notice tone="waiting" focused title={text('security.totp.lost')} />
        <Button look="primary" className="mt-5 w-full" {...renewing}>
          {text('security.recovery.renew')}
        </Button>
        {proof.dialog}
      </Dialog>
    );
  return (
    <Dialog title={text('security.totp.add')} intro={text('security.totp.scan')} onClose={onClose}>
      {/* For an app on the same phone, whose camera can not see the code. */}
      <a href={begun.sUri} className={`${buttonClass({ look: 'tonal' })} mb-5 w-full md:hidden`}>
        <Smartphone aria-hidden="true" className="size-4" />
        {text('security.totp.open')}
      </a>
      <div className="mb-5 flex flex-wrap items-center gap-4">
        <QrPicture value={begun.sUri} title={text('security.totp.qr')} size="size-40" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-13 text-soft">{text('security.totp.byHand')}</p>
          <p className="mt-1 font-code text-15 break-all select-all">
            {begun.sSecret.replace(/(.{4})(?=.)/g, '$1 ')}
          </p>
          <Button size="small" className="mt-2" onClick={() => void copy()}>
            <Copy aria-hidden="true" className="size-4" />
            <span aria-live="polite">{copyWords}</span>
          </Button>
        </div>
      </div>
      <CodeForm action={text('security.totp.confirm')} give={give} />
      {proof.dialog}
    </Dialog>
  );
}
