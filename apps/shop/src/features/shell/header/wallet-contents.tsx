import type { User } from '@giftlane/contract/members/accounts.ts';
import { fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { optional } from '@giftlane/ui/browser/optional.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Money } from '../../../rooms/money/money.tsx';

const WalletCoins = optional(async () => (await import('./wallet-coins.tsx')).WalletCoins);

/** A ref to an element in a popover, and whether the popover is open. */
function usePopoverOpen() {
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const popover = ref.current?.closest('[popover]');
    const update = () => setOpen(popover?.matches(':popover-open') ?? false);
    // It may have been opened before this component was loaded.
    update();
    popover?.addEventListener('toggle', update);
    return () => popover?.removeEventListener('toggle', update);
  }, []);
  return { ref, isOpen };
}

/** Contents of the wallet menu. */
export function WalletContents({ member }: { member: User }) {
  const { ref, isOpen } = usePopoverOpen();
  const coins = member.aCryptoWallets;
  return (
    <div ref={ref} className="p-3">
      <p className="text-13 text-soft">{text('nav.walletBalance')}</p>
      <p className="mb-4 font-display text-28 font-semibold tracking-tight">
        <Money minor={fromWire(member.nWallet)} currency={member.eCurrency} />
      </p>
      {/* Queried only when the menu is open and the shop has coins. */}
      {isOpen && coins.length > 0 && (
        <Suspense fallback={null}>
          <WalletCoins known={coins} />
        </Suspense>
      )}
      <div className="space-y-2">
        <ButtonLink to="/account/wallet#add-money" look="tonal" className="w-full">
          {text('wallet.addMoney.box')}
        </ButtonLink>
        <ButtonLink to="/account/wallet" className="w-full">
          {text('nav.openWallet')}
        </ButtonLink>
      </div>
    </div>
  );
}
