import type { User } from '@giftlane/contract/members/accounts.ts';
import { fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, quietClass } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { Money } from '../../rooms/money/money.tsx';
import { RedeemButton } from './redeem/redeem-button.tsx';

const SendDialog = lazyPart(() => import('./send/send-dialog.tsx'));

const WalletIcon = () => <Wallet aria-hidden="true" className="size-4 shrink-0" />;

/** Balance, sending and redeeming (WAL-02, WAL-03, WAL-08, WAL-10, WAL-11). An empty balance is not emphasised. */
export function Balance({ member }: { member: User }) {
  const [sending, setSending] = useState(false);
  const balance = fromWire(member.nWallet);
  const empty = balance === 0n;
  return (
    <section
      aria-labelledby="wallet-balance"
      className={cx(
        'flex h-full flex-col justify-center rounded-panel p-4 md:p-6',
        empty ? 'border border-line bg-surface' : 'band',
      )}
    >
      <h2
        id="wallet-balance"
        className="flex items-center gap-1.5 font-text text-15 font-normal tracking-normal"
      >
        <WalletIcon />
        {text('wallet.tile.fiat')}
      </h2>
      <p
        className={cx(
          'mb-2 font-display leading-tight font-bold tracking-tighter md:mb-4',
          empty ? 'text-28 text-soft' : 'text-40',
        )}
      >
        <Money minor={balance} currency={member.eCurrency} />
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button className={cx(member.bLocked && quietClass)} onClick={() => setSending(true)}>
          {text('wallet.send')}
        </Button>
        <RedeemButton member={member} />
      </div>
      {sending && (
        <SendDialog member={member} balance={balance} onClose={() => setSending(false)} />
      )}
    </section>
  );
}
