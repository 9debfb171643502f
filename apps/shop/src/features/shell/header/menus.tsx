import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { optional } from '@giftlane/ui/browser/optional.ts';
import { IconButton } from '@giftlane/ui/controls/icon-button.tsx';
import { CircleUserRound, type LucideIcon, Menu, Wallet } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { HydratedLater } from '../../../boot/hydrated-later.tsx';
import type { MenuPerson } from './menu-contents.tsx';

// Imported at once, so that a menu has its contents when it is first opened.
const contents = import('./menu-contents.tsx');
// A failure is handled by `optional`.
contents.catch(() => undefined);
const UserContents = optional(async () => (await contents).UserContents);
const PageContents = optional(async () => (await contents).PageContents);
const WalletContents = optional(async () => (await import('./wallet-contents.tsx')).WalletContents);

interface HeaderMenuProps {
  id: string;
  label: string;
  Icon: LucideIcon;
  className?: string;
  children: ReactNode;
}

/** An icon button and its menu, a popover of the browser: Escape and a press outside close it. */
function HeaderMenu({ id, label, Icon, className, children }: HeaderMenuProps) {
  const closeAfterChoice = (event: MouseEvent<HTMLDivElement>) => {
    if (event.target instanceof Element && event.target.closest('a, [data-closes]')) {
      event.currentTarget.hidePopover();
    }
  };
  return (
    <>
      <IconButton label={label} popoverTarget={id} className={className}>
        <Icon aria-hidden="true" className="size-5" />
      </IconButton>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside turn keys into clicks. */}
      <div
        id={id}
        popover="auto"
        aria-label={label}
        role="dialog"
        onClick={closeAfterChoice}
        className="below-header w-menu max-w-full rounded-panel border border-line bg-raised p-2 text-ink shadow-float"
      >
        <HydratedLater fallback={null}>{children}</HydratedLater>
      </div>
    </>
  );
}

/** The wallet icon with its balance (GLOB-04, OPEN-27). */
export const WalletMenu = ({ member }: { member: User }) => (
  <HeaderMenu id="wallet-popover" label={text('nav.wallet')} Icon={Wallet}>
    <WalletContents member={member} />
  </HeaderMenu>
);

/** The member's menu on wide screens (GLOB-02). */
export const UserMenu = ({ person }: { person: MenuPerson }) => (
  <HeaderMenu
    id="user-menu"
    label={text('nav.account')}
    Icon={CircleUserRound}
    className="max-md:hidden"
  >
    <UserContents person={person} />
  </HeaderMenu>
);

/** Pages, account and appearance, where the header has no room for links. */
export const PageMenu = ({ person }: { person: MenuPerson | null }) => (
  <HeaderMenu id="page-menu" label={text('nav.menu')} Icon={Menu} className="nav:hidden">
    <PageContents person={person} />
  </HeaderMenu>
);
