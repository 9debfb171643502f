/** The rooms of an account, in the order in which the rail and the tabs show them. A room is one line here. */
import { text } from '@giftlane/texts/text.ts';
import {
  Bell,
  CircleUserRound,
  FileDown,
  IdCard,
  type LucideIcon,
  ReceiptText,
  ShieldCheck,
  Sparkles,
  Wallet,
} from 'lucide-react';

export interface Room {
  readonly path: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Pages that belong to the room and have an address of their own. */
  readonly within?: readonly string[];
}

const [profile, kyc] = ['/account/profile', '/account/kyc'];

export const rooms: readonly Room[] = [
  {
    path: profile,
    label: text('profile.title'),
    Icon: CircleUserRound,
    within: [`${profile}-edit`],
  },
  {
    path: '/account/orders',
    label: text('rooms.orders'),
    Icon: ReceiptText,
    within: ['/account/orders'],
  },
  {
    path: '/account/wallet',
    label: text('rooms.wallet'),
    Icon: Wallet,
    within: ['/account/wallet/proof'],
  },
  { path: '/account/points', label: text('rooms.points'), Icon: Sparkles },
  { path: kyc, label: text('rooms.identity'), Icon: IdCard, within: [`${kyc}-submit`] },
  {
    path: '/account/security',
    label: text('rooms.security'),
    Icon: ShieldCheck,
    within: ['/account/change-password'],
  },
  { path: '/account/settings', label: text('rooms.notifications'), Icon: Bell },
  { path: '/account/my-data', label: text('rooms.myData'), Icon: FileDown },
];

/** How a room stands to an address, in the words of `aria-current`: it is the page, or the page is within it. */
export function currentIn(
  { path, within = [] }: Room,
  pathname: string,
): 'page' | 'true' | undefined {
  const at = pathname.replace(/\/+$/, '');
  if (at === path) return 'page';
  return within.some((page) => at === page || at.startsWith(`${page}/`)) ? 'true' : undefined;
}
