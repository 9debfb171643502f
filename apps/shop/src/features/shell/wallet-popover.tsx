import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { optional } from '@giftlane/ui/browser/optional.ts';
import { iconButtonClass } from '@giftlane/ui/controls/icon-button.tsx';
import { Wallet } from 'lucide-react';
import { HeaderPopover } from './menus.tsx';

const WalletContents = optional(async () => (await import('./wallet-contents.tsx')).WalletContents);

/** The wallet icon and its balance (GLOB-04, OPEN-27). */
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
        <WalletContents member={member} />
      </HeaderPopover>
    </>
  );
}
