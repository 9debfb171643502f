import type { User } from '@giftlane/contract/members/accounts.ts';
import { fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Tile } from '@giftlane/ui/layout/tile.tsx';
import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Money } from '../../rooms/money/money.tsx';

/** Tiles of the money wallet and each coin wallet (WAL-04). */
export function Tiles({ member, children }: { member: User; children: ReactNode }) {
  return (
    <ul
      aria-label={text('wallet.tiles')}
      className="grid grid-cols-2 gap-2 md:grid-cols-3 xl:grid-cols-2 [&>:first-child]:max-md:col-span-2 [&>:first-child]:xl:col-span-2"
    >
      <Tile
        icon={<Wallet aria-hidden="true" className="size-4 shrink-0" />}
        name={text('wallet.tile.fiat')}
        to="/account/wallet"
      >
        <Money minor={fromWire(member.nWallet)} currency={member.eCurrency} />
      </Tile>
      {children}
    </ul>
  );
}
