import { text } from '@giftlane/texts/text.ts';
import { buttonClass } from '@giftlane/ui/controls/button.tsx';
import { iconButtonClass } from '@giftlane/ui/controls/icon-button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { ShoppingBag } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { mainLinks, visitorLinks } from '../../../boot/site-map.ts';
import { cartPath, useCartCount } from '../../../rooms/checkout/cart.ts';
import { Logo } from '../../../rooms/pages/logo.tsx';
import { useMember } from '../../../session/member.ts';
import { rememberPath } from '../../../session/remembered.ts';
import { useAbsentName } from '../../../session/session.ts';
import type { MenuPerson } from './menu-contents.tsx';
import { PageMenu, UserMenu, WalletMenu } from './menus.tsx';

function CartLink({ guest }: { guest: boolean }) {
  const count = useCartCount();
  const label = count === 0 ? text('nav.cart') : text('nav.cartCount', { count });
  return (
    <Link
      to={guest ? '/auth/login' : cartPath}
      // A visitor returns to the cart after signing in (OPEN-27).
      onClick={() => guest && rememberPath(cartPath)}
      aria-label={label}
      title={text('nav.cart')}
      className={iconButtonClass}
    >
      <ShoppingBag aria-hidden="true" className="size-5" />
      {count > 0 && (
        <span className="absolute top-0.5 end-0 min-w-5 rounded-pill bg-coral-ink px-1.5 text-center text-13 leading-5 font-semibold text-paper tabular-nums">
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
          const isBelow = path !== '/' && pathname.startsWith(path);
          const current = pathname === path ? 'page' : isBelow || undefined;
          return (
            <li key={path}>
              <Link
                to={path}
                aria-current={current}
                className={cx(
                  'input-height inline-flex items-center rounded-control px-1.5 text-13 font-medium whitespace-nowrap hover:bg-sunken lg:px-2 lg:text-15',
                  current ? 'text-ink' : 'text-soft',
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

/** The signed-in person; by the stored name alone while the server is unreachable. */
function usePerson(): MenuPerson | null {
  const member = useMember();
  const absent = useAbsentName();
  if (member || absent === null) return member;
  return { sFullName: absent, sSignInEmail: text('offline.title'), sProfilePicture: '' };
}

/** The header: links, wallet, cart and account. */
export function Header() {
  const member = useMember();
  const person = usePerson();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper" data-screen-only>
      <div className="page-width header-height flex items-center gap-2 md:gap-3 lg:gap-6">
        <Logo />
        <span className="grow nav:hidden" />
        <MainLinks />
        {/* The last icon, not its button, is flush with the page's edge. */}
        <div
          className={cx(
            'flex items-center gap-1 max-[18rem]:gap-0 max-lg:-me-3 max-[18rem]:-me-1.5',
            person && 'lg:-me-3',
          )}
        >
          {member && <WalletMenu member={member} />}
          <CartLink guest={!person} />
          {person ? <UserMenu person={person} /> : <VisitorLinks />}
          <PageMenu person={person} />
        </div>
      </div>
    </header>
  );
}
