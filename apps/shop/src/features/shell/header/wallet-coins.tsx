import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { text } from '@giftlane/texts/text.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CoinIcon } from '../../../rooms/coins/coin-icon.tsx';
import {
  balanceText,
  balanceUnits,
  coinWalletPath,
  coinWalletsQuery,
  hasWallet,
} from '../../../rooms/coins/coins.ts';

function CoinLine({ wallet }: { wallet: CoinWallet }) {
  const { coin, name } = wallet;
  const units = balanceUnits(wallet);
  return (
    <li>
      <Link
        to={coinWalletPath(coin)}
        className="flex min-h-11 items-center gap-2 rounded-control px-2 hover:bg-sunken"
      >
        <CoinIcon coin={coin} className="size-4 shrink-0" />
        <span className="grow">{name}</span>
        <span className="font-semibold whitespace-nowrap tabular-nums">
          {units === undefined ? text('coins.tiles.loading') : `${balanceText(units)}\u00a0${coin}`}
        </span>
      </Link>
    </li>
  );
}

/** Balances of the member's coin wallets (OPEN-27, COIN-13), queried whenever the menu opens; until then `known`. */
export function WalletCoins({ known }: { known: readonly CoinWallet[] }) {
  const { data, isError } = useQuery({ ...coinWalletsQuery, staleTime: 0 });
  const created = (data ?? known).filter(hasWallet);
  if (isError && !data)
    return <p className="mb-4 text-13 text-soft">{text('coins.tiles.failed')}</p>;
  if (created.length === 0) return null;
  return (
    <ul aria-label={text('nav.walletCoins')} className="-mx-2 mb-4 border-t border-line pt-2">
      {created.map((wallet) => (
        <CoinLine key={wallet.coin} wallet={wallet} />
      ))}
    </ul>
  );
}
