import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { LineSkeleton, repeat } from '@giftlane/ui/layout/skeleton.tsx';
import { Tile } from '@giftlane/ui/layout/tile.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { CoinIcon } from '../../rooms/coins/coin-icon.tsx';
import {
  balanceText,
  balanceUnits,
  coinWalletPath,
  coinWalletsQuery,
  hasWallet,
} from '../../rooms/coins/coins.ts';
import { useCreateWallet } from '../../rooms/coins/use-create-wallet.ts';

/** The balance of a coin wallet (COIN-13). */
function Balance({ wallet }: { wallet: CoinWallet }) {
  const units = balanceUnits(wallet);
  if (units !== undefined)
    return (
      <span className="tabular-nums">
        {balanceText(units)} {wallet.coin}
      </span>
    );
  return (
    <>
      <LineSkeleton bar="h-4 w-20" />
      <span className="sr-only">{text('coins.tiles.loading')}</span>
    </>
  );
}

function CoinTile({ wallet }: { wallet: CoinWallet }) {
  const { coin, name } = wallet;
  const made = useRef(false);
  const creating = useCreateWallet(coin, () => {
    made.current = true;
  });
  const icon = <CoinIcon coin={coin} className="size-4 shrink-0" />;
  if (hasWallet(wallet)) {
    return (
      <Tile
        // The focused button was removed.
        ref={(link) => {
          if (made.current) link?.focus();
          made.current = false;
        }}
        icon={icon}
        name={name}
        to={coinWalletPath(coin)}
      >
        <Balance wallet={wallet} />
      </Tile>
    );
  }
  return (
    <Tile icon={icon} name={name}>
      <Button
        size="small"
        aria-label={text('ui.labelled', { label: text('wallet.createWallet'), value: coin })}
        className="w-full px-2"
        busy={creating.isPending}
        onClick={() => creating.mutate()}
      >
        {text('wallet.createWallet')}
      </Button>
    </Tile>
  );
}

/** A tile for each coin of the shop (WAL-04, COIN-02). */
export function CoinTiles() {
  const { data, isError, refetch } = useQuery(coinWalletsQuery);
  if (data) return data.map((wallet) => <CoinTile key={wallet.coin} wallet={wallet} />);
  if (isError)
    return (
      <li className="col-span-2 flex flex-wrap items-center justify-between gap-2 rounded-panel border border-dashed border-edge p-3 text-13 text-soft">
        {text('coins.tiles.failed')}
        <Button size="small" onClick={() => void refetch()}>
          {text('ui.tryAgain')}
        </Button>
      </li>
    );
  return repeat(2, (index) => (
    <li key={index} className="rounded-panel border border-line bg-surface p-3 xl:px-5">
      <LineSkeleton className="text-13" bar="h-3 w-16" />
      <LineSkeleton className="mt-1 text-17" bar="h-4 w-20" />
      {index === 0 && (
        <span role="status" className="sr-only">
          {text('coins.tiles.loading')}
        </span>
      )}
    </li>
  ));
}
