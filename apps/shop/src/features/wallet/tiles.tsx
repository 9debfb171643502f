import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import type { ReactNode } from 'react';
import { Money } from '../../parts/money.tsx';
import { Tile } from '../../ui/tile.tsx';
import { WalletIcon } from './balance.tsx';

interface TilesProps {
  /** Whose wallet has a tile; undefined where its card is shown, which is its tile then. */
  member?: User | undefined;
  /** The tiles of the coins. */
  children: ReactNode;
}

/** What can be held and paid with: the wallet, and the coins (WAL-04). */
export function Tiles({ member, children }: TilesProps) {
  return (
    <ul
      aria-label={text('wallet.tiles')}
      className="grid grid-cols-2 gap-2 empty:hidden md:grid-cols-3 xl:grid-cols-2"
    >
      {member && (
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
