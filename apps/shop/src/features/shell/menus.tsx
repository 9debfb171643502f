import { text } from '@giftlane/texts/text.ts';
import { optional } from '@giftlane/ui/browser/optional.ts';
import { iconButtonClass } from '@giftlane/ui/controls/icon-button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { CircleUserRound, Menu } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Later } from '../../boot/later.tsx';
import type { Person } from './menu-contents.tsx';

// Asked for at once, so that who presses a menu as soon as it is there finds it filled.
const contents = import('./menu-contents.tsx');
// Where it does not come is met where it is drawn.
contents.catch(() => undefined);
const UserContents = optional(async () => (await contents).UserContents);
const PageContents = optional(async () => (await contents).PageContents);

/** The browser's own popover: Escape and a press outside close it, focus goes back by itself. */
export function HeaderPopover({
  id,
  label,
  children,
}: {
  id: string;
  label: string;
  children: ReactNode;
}) {
  const closeAfterChoice = (event: MouseEvent<HTMLDivElement>) => {
    if (event.target instanceof Element && event.target.closest('a, [data-closes]')) {
      event.currentTarget.hidePopover();
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside turn keys into clicks.
    <div
      id={id}
      popover="auto"
      aria-label={label}
      role="dialog"
      onClick={closeAfterChoice}
      className="below-header w-menu max-w-full rounded-panel border border-line bg-raised p-2 text-ink shadow-float"
    >
      <Later fallback={null}>{children}</Later>
    </div>
  );
}

/** The member's menu on wide screens (GLOB-02). */
export function UserMenu({ person }: { person: Person }) {
  return (
    <>
      <button
        type="button"
        popoverTarget="user-menu"
        aria-label={text('nav.account')}
        title={text('nav.account')}
        className={cx(iconButtonClass, 'max-md:hidden')}
      >
        <CircleUserRound aria-hidden="true" className="size-5" />
      </button>
      <HeaderPopover id="user-menu" label={text('nav.account')}>
        <UserContents person={person} />
      </HeaderPopover>
    </>
  );
}

/** Everything where the header has no room: pages, account and appearance behind one button. */
export function PageMenu({ person }: { person: Person | null }) {
  return (
    <>
      <button
        type="button"
        popoverTarget="page-menu"
        aria-label={text('nav.menu')}
        title={text('nav.menu')}
        className={cx(iconButtonClass, 'nav:hidden')}
      >
        <Menu aria-hidden="true" className="size-5" />
      </button>
      <HeaderPopover id="page-menu" label={text('nav.menu')}>
        <PageContents person={person} />
      </HeaderPopover>
    </>
  );
}
