import { text } from '@giftlane/texts/text.ts';
import { buttonClass } from '@giftlane/ui/controls/button.tsx';
import { iconButtonClass } from '@giftlane/ui/controls/icon-button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { ShoppingBag } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { mainLinks, visitorLinks } from '../../boot/site-map.ts';
import { useCartCount } from '../../rooms/checkout/cart.ts';
import { Logo } from '../../rooms/pages/logo.tsx';
import { useMember } from '../../session/member.ts';
import { rememberPath } from '../../session/remembered.ts';
import { useAbsentName } from '../../session/session.ts';
import type { Person } from './menu-contents.tsx';
import { PageMenu, UserMenu } from './menus.tsx';
import { WalletPopover } from './wallet-popover.tsx';

const cartPath = '/account/cart';

function CartLink({ guest }: { guest: boolean }) {
  const count = useCartCount();
  const label = count === 0 ? text('nav.cart') : text('nav.cartCount', { count });
  return (
    <Link
      to={guest ? '/auth/login' : cartPath}
      // A visitor is sent to sign in and comes back to the cart (OPEN-27).
      onClick={() => guest && rememberPath(cartPath)}
      aria-label={label}
      title={text('nav.cart')}
      className={iconButtonClass}
    >
      <ShoppingBag aria-hidden="true" className="size-5" />
      {count > 0 && (
        <span className="absolute top-0.5 right-0 min-w-5 rounded-pill bg-coral-ink px-1.5 text-center text-13 leading-5 font-semibold text-paper tabular-nums">
          {count}
        </span>
      )}
    </Link>
  );
}

function MainLinks() {
  const { pathname } = useLocation();
  return (
    <nav aria-label={text('nav.main')} className="hidden grow nav:block">
      <ul className="flex items-center lg:gap-1">
        {mainLinks.map(({ path, label }) => {
          const within = path !== '/' && pathname.startsWith(path);
          const here = pathname === path ? 'page' : within || undefined;
          return (
            <li key={path}>
              <Link
                to={path}
                aria-current={here}
                className={cx(
                  'input-height inline-flex items-center rounded-control px-1.5 text-13 font-medium whitespace-nowrap hover:bg-sunken lg:px-2 lg:text-15 xl:px-3',
                  here ? 'text-ink' : 'text-soft',
                )}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function VisitorLinks() {
  return (
    <div className="hidden items-center gap-2 md:flex">
      {visitorLinks.map(({ path, label }, index) => (
        <Link
          key={path}
          to={path}
          className={cx(buttonClass({ look: index === 0 ? 'quiet' : 'secondary' }), 'max-lg:px-3')}
        >
          {label}
        </Link>
      ))}
    </div>
  );
}

/** Who is seen to be here: without a server a member by their name alone. */
function usePerson(): Person | null {
  const member = useMember();
  const absent = useAbsentName();
  if (member || absent === null) return member;
  return { sFullName: absent, sSignInEmail: text('offline.title'), sProfilePicture: '' };
}

/** The header: where one can go, the wallet, the cart and the account. */
export function Header() {
  const member = useMember();
  const person = usePerson();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper" data-screen-only>
      <div className="page-width header-height flex items-center gap-2 md:gap-3 lg:gap-6">
        <Logo />
        <span className="grow nav:hidden" />
        <MainLinks />
        {/* Its last icon, not the room around it, ends at the page's edge. */}
        <div
          className={cx(
            'flex items-center gap-1 max-[18rem]:gap-0 max-lg:-mr-3 max-[18rem]:-mr-1.5',
            person && 'lg:-mr-3',
          )}
        >
          {member && <WalletPopover member={member} />}
          <CartLink guest={!person} />
          {person ? <UserMenu person={person} /> : <VisitorLinks />}
          <PageMenu person={person} />
        </div>
      </div>
    </header>
  );
}
