import type { User } from '@giftlane/contract/members/accounts.ts';
import { fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { optional } from '@giftlane/ui/browser/optional.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Money } from '../../rooms/money/money.tsx';

const WalletCoins = optional(async () => (await import('./wallet-coins.tsx')).WalletCoins);

/** Whether the popover around an element is open, so that what only it shows is asked for only then. */
function useOpened() {
  const inside = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  // The browser opens and closes it by itself, perhaps before this is here.
  useEffect(() => {
    const popover = inside.current?.closest('[popover]');
    const look = () => setOpened(popover?.matches(':popover-open') ?? false);
    look();
    popover?.addEventListener('toggle', look);
    return () => popover?.removeEventListener('toggle', look);
  }, []);
  return { inside, opened };
}

/** What the wallet's popover says. */
export function WalletContents({ member }: { member: User }) {
  const { inside, opened } = useOpened();
  const coins = member.aCryptoWallets;
  return (
    <div ref={inside} className="p-3">
      <p className="text-13 text-soft">{text('nav.walletBalance')}</p>
      <p className="mb-4 font-display text-28 font-semibold tracking-tight">
        <Money minor={fromWire(member.nWallet)} currency={member.eCurrency} />
      </p>
      {/* A shop without coins is asked for none. */}
      {opened && coins.length > 0 && (
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
