import { text } from '@giftlane/contract/messages.ts';
import { Copy, Printer } from 'lucide-react';
import { copyText } from '../../lib/clipboard.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-queue.ts';

async function copy(codes: readonly string[]): Promise<void> {
  if (await copyText(codes.join('\n'))) toast.success(text('security.recovery.copied'));
  else toast.failure(text('orders.code.copyFailed'));
}

/** Recovery codes, shown this once: to be kept where the phone is not. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div>
      <p className="mb-4">{text('security.recovery.keep')}</p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-control bg-sunken p-4 font-code text-15 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3" data-screen-only>
        <Button onClick={() => void copy(codes)}>
          <Copy aria-hidden="true" className="size-4" />
          {text('ui.copy')}
        </Button>
        <Button onClick={() => print()}>
          <Printer aria-hidden="true" className="size-4" />
          {text('security.recovery.print')}
        </Button>
      </div>
    </div>
  );
}
