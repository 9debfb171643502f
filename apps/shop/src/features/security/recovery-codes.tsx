import { text } from '@giftlane/texts/text.ts';
import { saveFile } from '@giftlane/ui/browser/save-file.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { copy } from '../../rooms/pages/copy.ts';

interface RecoveryDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows new recovery codes, once. Closing asks until they are copied, saved or printed. */
export function RecoveryDialog({ codes, onClose }: RecoveryDialogProps) {
  const [state, setState] = useState<'shown' | 'asking' | 'kept'>('shown');
  const lines = codes.join('\n');
  const keep = (where: 'file' | 'paper') => {
    if (where === 'file') saveFile(new Blob([`${lines}\n`]), 'recovery-codes.txt');
    else print();
    setState('kept');
  };
  const copyThem = async () => {
    const done = text('security.recovery.copied');
    if (await copy(lines, done, text('orders.code.copyFailed'))) setState('kept');
  };
  const mayClose = () => {
    if (state !== 'kept') setState('asking');
    return state === 'kept';
  };
  return (
    <Dialog title={text('security.recovery.title')} mayClose={mayClose} onClose={onClose}>
      <p className="mb-4">{text('security.recovery.keep')}</p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-control bg-sunken p-4 font-code text-15 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:grow" data-screen-only>
        <Button onClick={() => keep('file')}>
          <Download aria-hidden="true" className="size-4" />
          {text('security.recovery.download')}
        </Button>
        <Button onClick={() => void copyThem()}>
          <Copy aria-hidden="true" className="size-4" />
          {text('ui.copy')}
        </Button>
        <Button onClick={() => keep('paper')}>
          <Printer aria-hidden="true" className="size-4" />
          {text('security.recovery.print')}
        </Button>
      </div>
      {state === 'asking' && (
        <div className="mt-4">
          <Notice tone="failure" title={text('security.recovery.leave')}>
            <Button size="small" look="danger" className="mt-3" onClick={onClose}>
              {text('security.recovery.leave.yes')}
            </Button>
          </Notice>
        </div>
      )}
      <Button look="primary" className="mt-5 w-full" onClick={onClose}>
        {text('security.recovery.kept')}
      </Button>
    </Dialog>
  );
}
