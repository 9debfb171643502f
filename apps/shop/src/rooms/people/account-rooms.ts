/** The rooms of an account, in the order of their links. */
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
  /** Paths of further pages of the room. */
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

/** The `aria-current` of a room's link: `page` on the room itself, `true` on a page within it. */
export function currentIn(
  { path, within = [] }: Room,
  pathname: string,
): 'page' | 'true' | undefined {
  const at = pathname.replace(/\/+$/, '');
  if (at === path) return 'page';
  return within.some((page) => at === page || at.startsWith(`${page}/`)) ? 'true' : undefined;
}
