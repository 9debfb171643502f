import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import { Wallet } from 'lucide-react';
import { Money } from '../../parts/money.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { HeaderPopover } from './menus.tsx';

/** The wallet icon and its balance (GLOB-04, decision 27). */
export function WalletPopover({ member }: { member: User }) {
  return (
    <>
      <button
        type="button"
        popoverTarget="wallet-popover"
        aria-label={text('nav.wallet')}
        title={text('nav.wallet')}
        className={iconButtonClass}
      >
        <Wallet aria-hidden="true" className="size-5" />
      </button>
      <HeaderPopover id="wallet-popover" label={text('nav.wallet')}>
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
      </HeaderPopover>
    </>
  );
}
