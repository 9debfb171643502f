import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import {
  CircleUserRound,
  Gift,
  HandCoins,
  House,
  LogIn,
  type LucideIcon,
  Wallet,
} from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { cartPath } from '../../rooms/checkout/cart.ts';

interface NavItem {
  path: string;
  /** Prefix of paths at which the item is current, too. */
  below?: string;
  label: string;
  Icon: LucideIcon;
}

const shop: readonly NavItem[] = [
  { path: '/', label: text('nav.home'), Icon: House },
  { path: '/gift-cards', below: '/gift-cards/', label: text('nav.giftCards'), Icon: Gift },
  { path: '/sell-cards', below: '/sell-cards', label: text('nav.sell'), Icon: HandCoins },
];
const forMembers: readonly NavItem[] = [
  ...shop,
  { path: '/account/wallet', below: '/account/wallet/', label: text('nav.wallet'), Icon: Wallet },
  {
    path: '/account/profile',
    below: '/account/',
    label: text('nav.account'),
    Icon: CircleUserRound,
  },
];
const forVisitors: readonly NavItem[] = [
  ...shop,
  { path: '/auth/login', below: '/auth/', label: text('userMenu.signIn'), Icon: LogIn },
];

const currentOf = (items: readonly NavItem[], pathname: string) =>
  // Below `/account/`, but no page of the account.
  pathname === cartPath
    ? undefined
    : items.find(
        ({ path, below }) =>
          path === pathname || (below !== undefined && pathname.startsWith(below)),
      );

/** The navigation of a phone, sticky at the lower edge unless the window is low or a form has a bar there. */
export function BottomNav({ guest }: { guest: boolean }) {
  const { pathname } = useLocation();
  const items = guest ? forVisitors : forMembers;
  const current = currentOf(items, pathname);
  return (
    <nav
      aria-label={text('nav.bottom')}
      data-bar
      className="bottom-0 z-30 border-t border-line bg-paper pb-(--edge-below) md:hidden [html:has([data-reach-bar])_&]:hidden [@media(min-height:30rem)]:sticky"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {items.map((item) => {
          const { path, label, Icon } = item;
          const isCurrent = item === current;
          return (
            <li key={path}>
              <Link
                to={path}
                aria-current={isCurrent ? (path === pathname ? 'page' : 'true') : undefined}
                className={cx(
                  'nav-height flex flex-col items-center justify-center gap-0.5 border-t-2 text-13 -outline-offset-2',
                  isCurrent
                    ? 'border-leaf font-semibold text-leaf'
                    : 'border-transparent font-medium text-soft',
                )}
              >
                <Icon aria-hidden="true" className="size-5" />
                {/* No room for labels at twice the text size. */}
                <span className="w-full text-center leading-tight wrap-anywhere max-[18rem]:sr-only">
                  {label}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
