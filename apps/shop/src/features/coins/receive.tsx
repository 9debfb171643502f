import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { QrPicture } from '@giftlane/ui/layout/qr-picture.tsx';
import { Copy } from 'lucide-react';
import { CodeText } from '../../rooms/codes/code-text.tsx';
import { isPlayMoney } from '../../rooms/coins/coins.ts';
import { copyAddress } from '../../rooms/pages/copy.ts';

/** The receiving address as text and QR code, with a warning against other coins. */
export function Receive({ wallet }: { wallet: CoinWallet }) {
  const { coin, name, receiveAddress } = wallet;
  return (
    <section
      aria-labelledby="coin-address"
      className="flex flex-wrap items-start justify-center gap-x-6 gap-y-4 rounded-panel border border-line bg-surface p-4 md:p-6"
    >
      <h2 id="coin-address" className="basis-full text-17 font-semibold">
        {text('coins.receive', { coin })}
      </h2>
      {/* Large, as it is scanned from a screen at arm's length. */}
      <div className="*:size-44">
        <QrPicture value={receiveAddress} title={text('coins.receive.qr', { coin })} />
      </div>
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-code text-15">
          <CodeText code={receiveAddress} />
        </p>
        <Button
          className="mt-3 min-w-40 max-sm:w-full"
          onClick={() => void copyAddress(receiveAddress)}
        >
          <Copy aria-hidden="true" className="size-4" />
          {text('wallet.copy')}
        </Button>
        <p className="mt-3 text-13 text-soft">{text('coins.receive.only', { coin, name })}</p>
        {isPlayMoney(receiveAddress) && (
          <p className="mt-1 text-13 font-medium text-amber">{text('coins.receive.play')}</p>
        )}
      </div>
    </section>
  );
}
