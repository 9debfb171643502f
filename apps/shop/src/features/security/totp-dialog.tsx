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
import { readSecurityAnew, securityQuery } from '../../rooms/identity/security.ts';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import { RecoveryDialog } from './recovery-codes.tsx';

interface TotpDialogProps {
  begun: Answer<'POST /security/totp'>['data'];
  onClose: () => void;
}

/** What guards the account, where the app is on although its code was not answered so: an answer may have been lost. */
async function onAfter(error: unknown): Promise<Security | undefined> {
  const open = error instanceof ApiError && error.status >= 500;
  if (!open && !isRefusal(error, 'account.unproven', 'factor.wrong_code')) return undefined;
  const state = await queryClient.fetchQuery({ ...securityQuery, staleTime: 0 }).catch(() => null);
  return state?.oTotp ? state : undefined;
}

/** The secret as an app takes it, then the first code of it, then the recovery codes. */
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
      await readSecurityAnew();
      if (data.aRecoveryCodes) setCodes(data.aRecoveryCodes);
      else onClose();
    } catch (error) {
      const state = await onAfter(error);
      if (!state) throw error;
      // Beside a passkey there were recovery codes before.
      if (state.aPasskeys.length > 0) onClose();
      else setIsOn(true);
    }
  };
  const renew = async () => {
    setCodes((await sendForData('POST /security/recovery-codes', {})).aRecoveryCodes);
    await readSecurityAnew();
  };
  const renewing = useAction(() => proof.run(renew));
  const give = (sCode: string) => {
    let tries = 0;
    return proof.run(async () => {
      tries += 1;
      try {
        await confirm(sCode);
      } catch (error) {
        // While the proof was given the code may have run out: the next one is typed in the form beneath.
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
      {/* For an app on this very phone, whose camera does not see the code. */}
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
