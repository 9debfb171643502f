import { text } from '@giftlane/contract/messages.ts';
import { Copy, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { type Answer, send } from '../../lib/api.ts';
import { isRefusal } from '../../lib/api-error.ts';
import { copyText } from '../../lib/clipboard.ts';
import { CodeForm } from '../../parts/proof-form.tsx';
import { QrPicture } from '../../parts/qr-picture.tsx';
import { readSecurityAnew } from '../../parts/security.ts';
import { useProof } from '../../parts/use-proof.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast-queue.ts';
import { RecoveryDialog } from './recovery-codes.tsx';

interface TotpDialogProps {
  begun: Answer<'POST /security/totp'>['data'];
  onClose: () => void;
}

/** The secret as an app takes it, then the first code of it, then the recovery codes. */
export default function TotpDialog({ begun, onClose }: TotpDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const [copyWords, setCopyWords] = useState(text('security.totp.copy'));
  const copy = async () =>
    setCopyWords(
      (await copyText(begun.sSecret))
        ? text('security.totp.copied')
        : text('security.totp.copyFailed'),
    );
  const proof = useProof();
  const confirm = async (sCode: string) => {
    const body = { sCode };
    const { data } = await send('POST /security/totp/confirm', { body });
    await readSecurityAnew();
    if (data.aRecoveryCodes) setCodes(data.aRecoveryCodes);
    else onClose();
  };
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
