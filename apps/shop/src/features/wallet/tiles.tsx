import { text } from '@giftlane/contract/messages.ts';
import type { ReactNode } from 'react';

/** What can be held and paid with beside the money, whose card is its tile: the coins (WAL-04). */
export function Tiles({ children }: { children: ReactNode }) {
  return (
    <ul
      aria-label={text('wallet.tiles')}
      className="grid grid-cols-2 gap-2 empty:hidden md:grid-cols-3 xl:grid-cols-2"
    >
      {children}
    </ul>
  );
}
