import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { Copy } from 'lucide-react';
import { copyAddress } from '../../parts/copy-address.ts';
import { QrPicture } from '../../parts/qr-picture.tsx';
import { Button } from '../../ui/button.tsx';

/** Where others send money to: the member's id (decision 72), as words and as a QR code (WAL-08). */
export function Address({ member }: { member: User }) {
  return (
    <section
      aria-labelledby="wallet-address"
      className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-surface p-4"
    >
      <QrPicture value={member._id} title={text('wallet.address.qr')} />
      <div className="min-w-0 flex-1 basis-40">
        <h2 id="wallet-address" className="text-15 font-semibold">
          {text('wallet.address')}
        </h2>
        <p className="mt-0.5 font-code text-13 break-all">{member._id}</p>
        <p className="mt-1 mb-2 text-13 text-soft">{text('wallet.address.help')}</p>
        <Button size="small" onClick={() => void copyAddress(member._id)}>
          <Copy aria-hidden="true" className="size-4" />
          {text('wallet.copy')}
        </Button>
      </div>
    </section>
  );
}
