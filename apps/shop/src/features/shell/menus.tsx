import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { CircleUserRound, LogOut, Menu } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useMediaUrl } from '../../lib/options.ts';
import { signOut } from '../../lib/session.ts';
import { mainLinks, memberLinks, type SiteLink, visitorLinks } from '../../lib/site-map.ts';
import { cx } from '../../ui/cx.ts';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const itemClass =
  'input-height flex w-full items-center gap-3 rounded-control px-3 text-left font-medium hover:bg-sunken';

/** What the menus say of somebody. */
export type Person = Pick<User, 'sFullName' | 'sSignInEmail' | 'sProfilePicture'>;

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
      {children}
    </div>
  );
}

function MenuLinks({ links }: { links: readonly SiteLink[] }) {
  return (
    <ul>
      {links.map(({ path, label }) => (
        <li key={path}>
          <Link to={path} className={itemClass}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SignOutButton() {
  return (
    <button type="button" data-closes onClick={() => void signOut()} className={itemClass}>
      <LogOut aria-hidden="true" className="size-4 text-soft" />
      {text('userMenu.logout')}
    </button>
  );
}

function PersonName({ person }: { person: Person }) {
  const picture = useMediaUrl(person.sProfilePicture);
  return (
    <div className="mb-1 flex items-center gap-3 border-b border-line px-3 pt-2 pb-3">
      {picture && (
        <img src={picture} alt="" loading="lazy" className="size-9 rounded-pill object-cover" />
      )}
      <div className="min-w-0">
        <p className="truncate font-semibold">{person.sFullName}</p>
        <p className="truncate text-13 text-soft">{person.sSignInEmail}</p>
      </div>
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
        <PersonName person={person} />
        <MenuLinks links={memberLinks} />
        <SignOutButton />
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
        className={cx(iconButtonClass, 'lg:hidden')}
      >
        <Menu aria-hidden="true" className="size-5" />
      </button>
      <HeaderPopover id="page-menu" label={text('nav.menu')}>
        {person && <PersonName person={person} />}
        <MenuLinks links={mainLinks} />
        <div className="my-1 border-t border-line pt-1">
          <MenuLinks links={person ? memberLinks : visitorLinks} />
          {person && <SignOutButton />}
        </div>
        <div className="border-t border-line px-3 py-3">
          <ThemeSwitch name="theme-menu" />
        </div>
      </HeaderPopover>
    </>
  );
}
