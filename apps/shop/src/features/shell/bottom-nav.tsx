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

interface Place {
  path: string;
  /** What is below it counts as the same place. */
  below?: string;
  label: string;
  Icon: LucideIcon;
}

const shop: readonly Place[] = [
  { path: '/', label: text('nav.home'), Icon: House },
  { path: '/gift-cards', below: '/gift-cards/', label: text('nav.giftCards'), Icon: Gift },
  { path: '/sell-cards', below: '/sell-cards', label: text('nav.sell'), Icon: HandCoins },
];
const forMembers: readonly Place[] = [
  ...shop,
  { path: '/account/wallet', below: '/account/wallet/', label: text('nav.wallet'), Icon: Wallet },
  {
    path: '/account/profile',
    below: '/account/',
    label: text('nav.account'),
    Icon: CircleUserRound,
  },
];
const forVisitors: readonly Place[] = [
  ...shop,
  { path: '/auth/login', below: '/auth/', label: text('userMenu.signIn'), Icon: LogIn },
];

/** Its address is of the account, and it is none of its rooms. */
const cart = '/account/cart';

/** The place one is at: the wallet, though it is of the account, is itself. */
const currentOf = (places: readonly Place[], pathname: string) =>
  pathname === cart
    ? undefined
    : places.find(
        ({ path, below }) =>
          path === pathname || (below !== undefined && pathname.startsWith(below)),
      );

/**
 * Where one goes most, within the thumb's reach of a phone. A low window, such as one beside the keyboard, keeps
 * its room: there it stands at the page's end. It makes way for a form's bar (`data-reach-bar`).
 */
export function BottomNav({ guest }: { guest: boolean }) {
  const { pathname } = useLocation();
  const places = guest ? forVisitors : forMembers;
  const current = currentOf(places, pathname);
  return (
    <nav
      aria-label={text('nav.bottom')}
      data-bar
      className="bottom-0 z-30 border-t border-line bg-paper pb-(--edge-below) md:hidden [html:has([data-reach-bar])_&]:hidden [@media(min-height:30rem)]:sticky"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {places.map((place) => {
          const { path, label, Icon } = place;
          const here = place === current;
          return (
            <li key={path}>
              <Link
                to={path}
                aria-current={here ? (path === pathname ? 'page' : 'true') : undefined}
                className={cx(
                  'nav-height flex flex-col items-center justify-center gap-0.5 border-t-2 text-13 -outline-offset-2',
                  here
                    ? 'border-leaf font-semibold text-leaf'
                    : 'border-transparent font-medium text-soft',
                )}
              >
                <Icon aria-hidden="true" className="size-5" />
                {/* Where text is twice as large there is no room for words. */}
                <span className="whitespace-nowrap max-[18rem]:sr-only">{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
