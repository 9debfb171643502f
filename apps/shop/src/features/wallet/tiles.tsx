import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import { Bitcoin, Coins, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Money } from '../../parts/money.tsx';
import { cx } from '../../ui/cx.ts';

const coins = [
  { coin: 'BTC', name: text('sell.method.btc'), Icon: Bitcoin },
  { coin: 'LTC', name: text('sell.method.ltc'), Icon: Coins },
] as const;

interface TileProps {
  icon: ReactNode;
  name: string;
  children: ReactNode;
  quiet?: boolean;
}

function Tile({ icon, name, children, quiet }: TileProps) {
  return (
    <li
      className={cx(
        'min-w-0 rounded-panel border p-3',
        quiet ? 'border-dashed border-line text-soft' : 'border-line bg-surface',
      )}
    >
      <p className="flex items-center gap-1.5 text-13 font-semibold">
        {icon}
        {name}
      </p>
      <p className={cx('mt-1 text-13', !quiet && 'text-17 font-semibold')}>{children}</p>
    </li>
  );
}

/** What can be held and paid with: the wallet, and the coins that are to come (WAL-04). */
export function Tiles({ member }: { member: User }) {
  return (
    <ul
      aria-label={text('wallet.tiles')}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] gap-2"
    >
      <Tile
        icon={<Wallet aria-hidden="true" className="size-4 shrink-0" />}
        name={text('wallet.tile.fiat')}
      >
        <Money minor={fromWire(member.nWallet)} currency={member.eCurrency} />
      </Tile>
      {coins.map(({ coin, name, Icon }) => (
        <Tile
          key={coin}
          quiet
          icon={<Icon aria-hidden="true" className="size-4 shrink-0" />}
          name={name}
        >
          {text('wallet.coin.soon')}
        </Tile>
      ))}
    </ul>
  );
}
