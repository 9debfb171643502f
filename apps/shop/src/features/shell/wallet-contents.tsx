import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import { Money } from '../../parts/money.tsx';
import { ButtonLink } from '../../ui/button.tsx';

/** What the wallet's popover says. */
export function WalletContents({ member }: { member: User }) {
  return (
    <div className="p-3">
      <p className="text-13 text-soft">{text('nav.walletBalance')}</p>
      <p className="mb-4 font-display text-28 font-semibold tracking-tight">
        <Money minor={fromWire(member.nWallet)} currency={member.eCurrency} />
      </p>
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
