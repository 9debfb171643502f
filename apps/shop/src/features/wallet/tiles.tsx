import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import type { ReactNode } from 'react';
import { Money } from '../../parts/money.tsx';
import { Tile } from '../../ui/tile.tsx';
import { Balance, WalletIcon } from './balance.tsx';

interface TilesProps {
  member: User;
  /** Its movements are shown now. */
  current: boolean;
  /** The tiles of the coins. */
  children: ReactNode;
}

/** What can be held and paid with: the wallet, and the coins (WAL-04). The wallet's tile is its card while it is shown. */
export function Tiles({ member, current, children }: TilesProps) {
  return (
    <ul
      aria-label={text('wallet.tiles')}
      className="grid grid-cols-2 gap-2 md:grid-cols-3 xl:grid-cols-2"
    >
      {current ? (
        <li aria-current="true" className="col-span-full">
          <Balance member={member} />
        </li>
      ) : (
        <Tile
          icon={<WalletIcon />}
          name={text('wallet.tile.fiat')}
          to="/account/wallet"
          className="col-span-2 md:col-span-1 xl:col-span-2"
        >
          <Money minor={fromWire(member.nWallet)} currency={member.eCurrency} />
        </Tile>
      )}
      {children}
    </ul>
  );
}
