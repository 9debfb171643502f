/** The rooms of an account, in the order in which the rail and the tabs show them. A room is one line here. */
import { text } from '@giftlane/contract/messages.ts';
import {
  Bell,
  CircleUserRound,
  IdCard,
  type LucideIcon,
  ReceiptText,
  ShieldCheck,
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
    label: text('rooms.overview'),
    Icon: CircleUserRound,
    within: [`${profile}-edit`],
  },
  { path: '/account/orders', label: text('rooms.orders'), Icon: ReceiptText },
  { path: '/account/wallet', label: text('rooms.wallet'), Icon: Wallet },
  { path: kyc, label: text('rooms.identity'), Icon: IdCard, within: [`${kyc}-submit`] },
  {
    path: '/account/security',
    label: text('rooms.security'),
    Icon: ShieldCheck,
    within: ['/account/change-password'],
  },
  { path: '/account/settings', label: text('rooms.notifications'), Icon: Bell },
];

/** How a room stands to an address, in the words of `aria-current`: it is the page, or the page is within it. */
export function currentIn(
  { path, within = [] }: Room,
  pathname: string,
): 'page' | 'true' | undefined {
  const at = pathname.replace(/\/+$/, '');
  if (at === path) return 'page';
  return within.includes(at) ? 'true' : undefined;
}
