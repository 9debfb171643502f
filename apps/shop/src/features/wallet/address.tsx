import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { useIsWide } from '@giftlane/ui/browser/media.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Disclosure } from '@giftlane/ui/controls/disclosure.tsx';
import { QrPicture } from '@giftlane/ui/layout/qr-picture.tsx';
import { Copy, QrCode } from 'lucide-react';
import { copyAddress } from '../../rooms/pages/copy.ts';

/** The member's id, to which others send money (OPEN-72), with a QR code (WAL-08) that is folded on narrow screens. */
export function Address({ member }: { member: User }) {
  const wide = useIsWide();
  return (
    <section
      aria-labelledby="wallet-address"
      className="rounded-panel border border-line bg-surface px-4 py-3"
    >
      <div className="flex items-center justify-between gap-x-4">
        <div className="min-w-0">
          <h2 id="wallet-address" className="text-15 font-semibold">
            {text('wallet.address')}
          </h2>
          <p className="mt-0.5 font-code text-13 break-all">{member._id}</p>
        </div>
        <Button size="small" className="shrink-0" onClick={() => void copyAddress(member._id)}>
          <Copy aria-hidden="true" className="size-4" />
          {text('wallet.copy')}
        </Button>
      </div>
      <div className="mt-3 -mb-3">
        <Disclosure
          open={wide}
          summary={
            <span className="flex items-center gap-2 text-13">
              <QrCode aria-hidden="true" className="size-4 shrink-0 text-soft" />
              {text('wallet.address.show')}
            </span>
          }
        >
          <QrPicture value={member._id} title={text('wallet.address.qr')} />
          <p className="mt-2 text-13 text-soft">{text('wallet.address.help')}</p>
        </Disclosure>
      </div>
    </section>
  );
}
